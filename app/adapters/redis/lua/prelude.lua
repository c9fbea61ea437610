-- Put before every script that works on one owner. KEYS[1] is the owner hash; the other keys share its hash tag.
local call = redis.call
local base = string.sub(KEYS[1], 1, -6)
local owner_key = KEYS[1]
local sessions_key = base .. 'sessions'
local dirty_key = base .. 'dirty'
local memories_key = base .. 'memories'
local facts_key = base .. 'facts'

local function state_key(session) return base .. 'session:' .. session end
local function turns_key(session) return base .. 'turns:' .. session end
local function ids_key(session) return base .. 'ids:' .. session end
local function ids_before_key(session) return base .. 'ids_before:' .. session end
local function card_key(session)
  if session == '' then return base .. 'card' end
  return base .. 'card:' .. session
end

-- Integers up to 2^53, never in exponent notation.
local function whole(number) return string.format('%.0f', number) end

-- Calls a command on any number of values: Lua's stack bounds how many go in one call.
local function in_chunks(command, key, values)
  local reply
  for start = 1, #values, 1000 do
    reply = call(command, key, unpack(values, start, math.min(start + 999, #values)))
  end
  return reply
end

-- A session's state. `rounds` are the rounds of the window, each {number, how many turns}; `count` is the sum of their
-- turns = how many of the newest entries of the turn list are the window; `flushed` is how many of the oldest entries
-- of that list Postgres has already.
local function read_state(session)
  local fields = call('HMGET', state_key(session),
    'seq', 'round', 'window', 'count', 'flushed', 'revision', 'active', 'closed', 'id', 'ids_before')
  if not fields[1] then return nil end
  local rounds = {}
  for number, size in string.gmatch(fields[3], '(%d+):(%d+)') do
    rounds[#rounds + 1] = {tonumber(number), tonumber(size)}
  end
  return {
    seq = tonumber(fields[1]), round = tonumber(fields[2]), rounds = rounds, count = tonumber(fields[4]),
    flushed = tonumber(fields[5]), revision = tonumber(fields[6]), active = fields[7], closed = fields[8],
    id = fields[9], ids_before = fields[10] == '1',
  }
end

local function window_text(rounds)
  local window = {}
  for index, round in ipairs(rounds) do window[index] = whole(round[1]) .. ':' .. round[2] end
  return table.concat(window, ',')
end

local function write_state(session, state)
  call('HSET', state_key(session), 'seq', whole(state.seq), 'round', whole(state.round),
    'window', window_text(state.rounds), 'count', state.count, 'flushed', state.flushed,
    'revision', whole(state.revision), 'active', state.active, 'closed', state.closed, 'id', state.id)
end

-- What an append changes of what a session shows: newest round, window, turns in it, last active, closed.
local function shown_of(state)
  return {whole(state.round), window_text(state.rounds), whole(state.count), state.active, state.closed}
end

local function head(value)
  local seq, round = string.match(value, '^(%d+)|(%d+)|')
  return tonumber(seq), tonumber(round)
end

-- The id inside a stored turn: '<seq>|<round>|<32 hex digits of the id><role letter><json>'.
local turn_id_pattern = '^%d+|%d+|(' .. string.rep('%x', 32) .. ')'
local function turn_id(value) return string.match(value, turn_id_pattern) end

-- Adds one turn to the newest round of the window.
local function grow_window(state, round)
  local last = state.rounds[#state.rounds]
  if last and last[1] == round then
    last[2] = last[2] + 1
  else
    state.rounds[#state.rounds + 1] = {round, 1}
  end
  state.count = state.count + 1
end

-- Lets the oldest rounds leave the window until `limit` are left.
local function shrink_window(state, limit)
  local surplus = #state.rounds - limit
  if surplus <= 0 then return end
  local kept = {}
  for index, round in ipairs(state.rounds) do
    if index <= surplus then state.count = state.count - round[2] else kept[#kept + 1] = round end
  end
  state.rounds = kept
end

-- Deletes the turns that are both beyond the window and in Postgres; takes and returns how many turns are left.
local function trim_turns(session, state, length)
  local surplus = math.min(state.flushed, length - state.count)
  if surplus > 0 then
    call('LTRIM', turns_key(session), surplus, -1)
    state.flushed = state.flushed - surplus
    length = length - surplus
  end
  return length
end

local function window_start(session, state)
  if state.count == 0 then return state.seq + 1 end
  return (head(call('LINDEX', turns_key(session), -state.count)))
end

-- The owner's version as of the last forget: what was read from Postgres before it may hold what is gone, and is not laid.
-- Nothing takes longer from its reading to its laying than the floor lives.
local floor_key = base .. 'floor'
local function forget_floor() return tonumber(call('GET', floor_key) or '0') end

-- A session's summary is kept as '<version>|<json or nothing>', the version that of the owner when it was read or made.
-- Whether one of this version may be shown in place of `held`: not before a newer one, nor after a forget of that version.
local function summary_may_show(held, version)
  local newest = held and tonumber(string.match(held, '^%d+')) or 0
  return tonumber(version) >= math.max(newest, forget_floor())
end

local function session_keys(session)
  return {state_key(session), turns_key(session), ids_key(session), ids_before_key(session), card_key(session)}
end

-- Begins a new generation of message ids once there are `limit` of them; the one before the last is forgotten.
local function turn_ids(session, state, limit)
  if call('HLEN', ids_key(session)) <= limit then return end
  call('RENAME', ids_key(session), ids_before_key(session))
  call('HSET', state_key(session), 'ids_before', '1')
end

-- Forgets that a message id was said, if it was this turn that said it.
local function forget_message_id(session, message_id, id)
  for _, ids in ipairs({ids_key(session), ids_before_key(session)}) do
    if call('HGET', ids, message_id) == id then call('HDEL', ids, message_id) end
  end
end

-- Marks a session as having something to tell Postgres: from then on none of its keys expires.
local function mark_dirty(session)
  if call('SADD', dirty_key, session) == 1 then
    for _, key in ipairs(session_keys(session)) do call('PERSIST', key) end
  end
end

local function expire_session(session, ttl)
  for _, key in ipairs(session_keys(session)) do call('EXPIRE', key, ttl) end
end

local function keep_owner()
  if call('PERSIST', owner_key) == 1 then
    call('PERSIST', sessions_key)
    call('PERSIST', card_key(''))
  end
end

local function has_pending()
  return call('EXISTS', dirty_key, memories_key, facts_key) > 0
end

-- With nothing waiting for Postgres the owner's own keys live as long as a silent session. Returns 1 if some wait.
local function settle_owner(ttl)
  if has_pending() then return 1 end
  call('EXPIRE', owner_key, ttl)
  call('EXPIRE', sessions_key, ttl)
  call('EXPIRE', card_key(''), ttl)
  return 0
end

-- Removes the turns whose id is a key of `gone` from a session; the rounds of the window are counted anew. Returns how many.
local function drop_turns(session, state, gone)
  local values = call('LRANGE', turns_key(session), 0, -1)
  local first_shown = #values - state.count + 1
  local kept, flushed = {}, 0
  local window = {rounds = {}, count = 0}
  for index, value in ipairs(values) do
    if not gone[turn_id(value)] then
      kept[#kept + 1] = value
      if index <= state.flushed then flushed = flushed + 1 end
      if index >= first_shown then
        local _, round = head(value)
        grow_window(window, round)
      end
    end
  end
  if #kept == #values then return 0 end
  call('DEL', turns_key(session))
  in_chunks('RPUSH', turns_key(session), kept)
  state.rounds, state.count, state.flushed = window.rounds, window.count, flushed
  return #values - #kept
end
