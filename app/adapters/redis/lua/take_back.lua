-- Takes back what a provisional append has put. Arguments: ttl, session digest ('': none), how many turns, memories, facts;
-- then id and message id ('': none) of each turn, memory ids, fact ids, and what the append answered last: the session's
-- revision after it and, where there was a session before, what that showed. Where others have appended since, that
-- session keeps the window that theirs made, without the turns that go.
local position = 0
local function take() position = position + 1; return ARGV[position] end
local function take_number() return tonumber(take()) end
local ttl, session = take_number(), take()
local turn_count, memory_count, fact_count = take_number(), take_number(), take_number()

local gone = {}
for _ = 1, turn_count do
  local id, message_id = take(), take()
  gone[id] = true
  if message_id ~= '' then forget_message_id(session, message_id, id) end
end
for _ = 1, memory_count do call('HDEL', memories_key, take()) end
for _ = 1, fact_count do
  local id = take()
  local waiting = call('HGET', facts_key, id)
  call('HDEL', facts_key, id)
  if waiting then
    -- A card that was laid in between took the fact from what waits: it is laid anew by whoever needs it.
    local fact = parse_waiting(waiting)
    local held = call('HGET', card_key(fact.session), fact.key)
    local entry = held and parse_entry(held)
    if entry and entry.valid_from == fact.valid_from and entry.json == fact.json then call('DEL', card_key(fact.session)) end
  end
end

local revision, round, window, count, active, closed = take(), take(), take(), take(), take(), take()
local state = turn_count > 0 and read_state(session) or nil
if state then
  drop_turns(session, state, gone)
  local alone = whole(state.revision) == revision
  local length = call('LLEN', turns_key(session))
  if alone and not round and length == 0 then
    for _, key in ipairs(session_keys(session)) do call('DEL', key) end
    call('SREM', dirty_key, session)
    call('SREM', sessions_key, session)
  else
    write_state(session, state)
    if alone and round then
      call('HSET', state_key(session), 'round', round, 'window', window, 'count', count, 'active', active, 'closed', closed)
    end
    if state.flushed == length then
      call('SREM', dirty_key, session)
      expire_session(session, ttl)
    end
  end
end
return settle_owner(ttl)
