-- Lets go of what Postgres has stored. Arguments: ttl, how many sessions, memories, facts; for each session its digest,
-- the seq of the last turn read (0: none), its revision when it was read, how many turns were dropped, and for each of
-- those its id and message id (or ''); then memory ids; then fact ids. Returns 1 if something still waits, else 0.
local position = 0
local function take() position = position + 1; return ARGV[position] end
local function take_number() return tonumber(take()) end
local ttl, session_count, memory_count, fact_count = take_number(), take_number(), take_number(), take_number()

-- How many of the oldest turns have a seq up to `seq`: turns are in order, so halve the list.
local function count_up_to(session, seq, low, high)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if head(call('LINDEX', turns_key(session), middle)) <= seq then low = middle + 1 else high = middle end
  end
  return low
end

for _ = 1, session_count do
  local session, last_seq, revision, dropped_count = take(), take_number(), take_number(), take_number()
  local dropped = {}
  for _ = 1, dropped_count do
    local id, message_id = take(), take()
    dropped[id] = true
    if message_id ~= '' then forget_message_id(session, message_id, id) end
  end
  local state = read_state(session)
  if not state then
    call('SREM', dirty_key, session)
  else
    local length = call('LLEN', turns_key(session))
    state.flushed = count_up_to(session, last_seq, state.flushed, length)
    if dropped_count > 0 then length = length - drop_turns(session, state, dropped) end
    length = trim_turns(session, state, length)
    write_state(session, state)
    if state.flushed == length and state.revision == revision then
      call('SREM', dirty_key, session)
      expire_session(session, ttl)
    end
  end
end
for _ = 1, memory_count do call('HDEL', memories_key, take()) end
for _ = 1, fact_count do call('HDEL', facts_key, take()) end
return settle_owner(ttl)
