-- Deletes from windows, queues and cards. Arguments: everything (1 or 0), how many memory ids, session digests, facts,
-- digests of sessions whose summary goes, the owner's version as of the forget (0: not told);
-- then the ids, the digests, session digest ('': the user's) and key of each fact, and the digests of the last kind.
-- The message ids of removed turns stay known, so that a late retry of a forgotten message does not bring it back.
local position = 6
local function take() position = position + 1; return ARGV[position] end

local function remove_session(session)
  for _, key in ipairs(session_keys(session)) do call('DEL', key) end
  call('SREM', dirty_key, session)
  call('SREM', sessions_key, session)
end

local function remove_facts(matches)
  local values = call('HGETALL', facts_key)
  for index = 1, #values, 2 do
    if matches(parse_waiting(values[index + 1])) then call('HDEL', facts_key, values[index]) end
  end
end

local version = tonumber(ARGV[6])
if version > 0 then call('SET', floor_key, whole(math.max(forget_floor(), version)), 'EX', 300) end

if ARGV[1] == '1' then
  for _, session in ipairs(call('SMEMBERS', sessions_key)) do remove_session(session) end
  for _, answer in ipairs(call('ZRANGE', base .. 'answers', 0, -1)) do call('DEL', base .. 'answer:' .. answer) end
  for _, stretch in ipairs(call('SMEMBERS', base .. 'job_stretches')) do call('DEL', base .. 'jobs:' .. stretch) end
  for _, key in ipairs({'card', 'answers', 'job_stretches'}) do call('DEL', base .. key) end
  call('DEL', owner_key, sessions_key, dirty_key, memories_key, facts_key)
  return 1
end

local gone = {}
for _ = 1, tonumber(ARGV[2]) do
  local id = take()
  gone[id] = true
  call('HDEL', memories_key, id)
end
for _ = 1, tonumber(ARGV[3]) do
  local session = take()
  remove_session(session)
  remove_facts(function(fact) return fact.session == session end)
end
for _ = 1, tonumber(ARGV[4]) do
  local session, key = take(), take()
  call('HDEL', card_key(session), key)
  remove_facts(function(fact) return fact.session == session and fact.key == key end)
end
for _ = 1, tonumber(ARGV[5]) do call('HDEL', state_key(take()), 'summary') end
if next(gone) then
  for _, session in ipairs(call('SMEMBERS', sessions_key)) do
    local state = read_state(session)
    if state and drop_turns(session, state, gone) > 0 then write_state(session, state) end
  end
end
return 1
