-- Lays what is missing of a session and its cards, then appends turns, memories and facts. Arguments, in order:
--   tenant, user, session digest ('': none), session id, smallest seq, now (microseconds), rounds in the window, ttl,
--   ids kept in a generation, force (1 or 0), provisional (1 or 0: may be taken back, so cards stay and nothing is trimmed),
--   numbers: turns, memories, facts, seed turns (-1: no seed), seed ids, seed seq, seed rounds, seed closed,
--   the seed's summary ('': unknown) and its version,
--   strings of the user's card (-1: not given), of the session's card (-1: not given);
--   then each seed turn, each seed id (message id, id), the cards' strings (key, entry), each turn (message id, turn),
--   each memory (id, json), each fact (id, session digest, valid_from, digest, retracted, key, json).
-- Returns nil when something is missing, else rounds, messages, pending, entries that wait for Postgres (of this session
-- and of the owner outside sessions), then a reply for each turn (the id of the
-- first, or ''), each memory (1 new, 0 known) and each fact (status, version), last what `take_back` needs.
local position = 0
local function take() position = position + 1; return ARGV[position] end
local function take_number() return tonumber(take()) end
local function take_many(count)
  local values = {}
  for index = 1, count do values[index] = take() end
  return values
end

local tenant, user, session, session_id = take(), take(), take(), take()
local seq_floor, now, round_limit, ttl = take_number(), take(), take_number(), take_number()
local ids_limit, force, provisional = take_number(), take() == '1', take() == '1'
local turn_count, memory_count, fact_count = take_number(), take_number(), take_number()
local seed_count, seed_id_count, seed_seq, seed_rounds, seed_closed =
  take_number(), take_number(), take_number(), take_number(), take()
local seed_summary, seed_version = take(), take()
local user_card_count, session_card_count, card_version = take_number(), take_number(), take_number()
local seed_turns, seed_ids = take_many(math.max(seed_count, 0)), take_many(seed_id_count)
local user_card, session_card = take_many(math.max(user_card_count, 0)), take_many(math.max(session_card_count, 0))
local turns_at = position
local memories_at = turns_at + 2 * turn_count
local facts_at = memories_at + 2 * memory_count

-- What was read before a forget is as good as not given.
local floor = forget_floor()
if seed_count >= 0 and tonumber(seed_version) < floor then
  seed_count, seed_turns, seed_ids, seed_seq, seed_rounds, seed_closed, seed_version = -1, {}, {}, 0, 0, '', '0'
end
if card_version < floor then user_card_count, session_card_count = -1, -1 end

local state = session ~= '' and read_state(session) or nil
if not state and turn_count > 0 and seed_count < 0 and not force then return nil end
if not force then
  for index = 0, fact_count - 1 do
    local card = ARGV[facts_at + 7 * index + 2]
    local given = card == '' and user_card_count or card == session and session_card_count or 0
    if given < 0 and call('EXISTS', card_key(card)) == 0 then return nil end
  end
end

if call('HSETNX', owner_key, 'tenant', tenant) == 1 then call('HSET', owner_key, 'user', user) end

if user_card_count >= 0 then lay_card('', user_card) end
if session_card_count >= 0 then
  lay_card(session, session_card)
  call('SADD', sessions_key, session)
end

if session ~= '' and not state and (seed_count >= 0 or turn_count > 0) then
  state = {seq = seed_seq, round = seed_rounds, rounds = {}, count = 0, flushed = math.max(seed_count, 0),
    revision = 0, active = now, closed = seed_closed, id = session_id}
  for _, value in ipairs(seed_turns) do
    local _, round = head(value)
    grow_window(state, round)
  end
  shrink_window(state, round_limit)
  in_chunks('RPUSH', turns_key(session), seed_turns)
  trim_turns(session, state, #seed_turns)
  in_chunks('HSET', ids_key(session), seed_ids)
  write_state(session, state)
  if seed_version ~= '0' and summary_may_show(nil, seed_version) then
    call('HSET', state_key(session), 'summary', seed_version .. '|' .. seed_summary)
  end
  call('SADD', sessions_key, session)
  -- Now and then, forget the digests of sessions that have expired.
  if call('SCARD', sessions_key) % 64 == 0 then
    for _, other in ipairs(call('SMEMBERS', sessions_key)) do
      if call('EXISTS', state_key(other), card_key(other)) == 0 then call('SREM', sessions_key, other) end
    end
  end
end

local replies = {0, 0, 0, 0}
local values = {}
local before = provisional and state and state.seq > 0 and shown_of(state) or {}
position = turns_at
for _ = 1, turn_count do
  local message_id, turn = take(), take()
  local first = false
  if message_id ~= '' then
    if call('HSETNX', ids_key(session), message_id, string.sub(turn, 1, 32)) == 0 then
      first = call('HGET', ids_key(session), message_id)
    elseif state.ids_before then
      first = call('HGET', ids_before_key(session), message_id)
      if first then call('HDEL', ids_key(session), message_id) end
    end
  end
  replies[#replies + 1] = first or ''
  if not first then
    state.seq = math.max(state.seq + 1, seq_floor)
    if state.round == 0 or string.sub(turn, 33, 33) == 'u' then state.round = state.round + 1 end
    values[#values + 1] = whole(state.seq) .. '|' .. whole(state.round) .. '|' .. turn
    grow_window(state, state.round)
  end
end
local length
if #values > 0 then
  length = in_chunks('RPUSH', turns_key(session), values)
  shrink_window(state, round_limit)
  if not provisional then length = trim_turns(session, state, length) end
  state.revision = state.revision + 1
  state.active, state.closed = now, ''
  write_state(session, state)
  if state.revision % 16 == 0 then turn_ids(session, state, ids_limit) end
  mark_dirty(session)
end

if memory_count + fact_count > 0 then
  local order = call('HINCRBY', owner_key, 'order', memory_count + fact_count)
  for index = 1, memory_count do
    local id, json = take(), take()
    local place = whole(order - fact_count - memory_count + index)
    replies[#replies + 1] = call('HSETNX', memories_key, id, place .. '|' .. json)
  end
  for index = 1, fact_count do
    local id = take()
    local fact = {session = take(), valid_from = take(), digest = take(), retracted = take(), key = take(), json = take()}
    local waiting = table.concat({whole(order - fact_count + index), fact.session, fact.valid_from, fact.digest,
      fact.retracted, #fact.key, fact.key .. fact.json}, '|')
    local status, version = 'duplicate', 0
    if call('HSETNX', facts_key, id, waiting) == 1 then
      status = 'queued'
      local card = card_key(fact.session)
      if call('EXISTS', card) == 1 then status, version = put_fact(card, fact, provisional) end
    end
    replies[#replies + 1] = status
    replies[#replies + 1] = version
  end
end

if state then
  replies[1], replies[2] = #state.rounds, state.count
  length = length or call('LLEN', turns_key(session))
  replies[3] = math.max(0, length - state.count - state.flushed)
  replies[4] = length - state.flushed
end
replies[4] = replies[4] + call('HLEN', memories_key) + call('HLEN', facts_key)
if session ~= '' and #values == 0 and call('SISMEMBER', dirty_key, session) == 0 then expire_session(session, ttl) end
if #values > 0 or has_pending() then keep_owner() else settle_owner(ttl) end
replies[#replies + 1] = {state and whole(state.revision) or '', unpack(before)}
return replies
