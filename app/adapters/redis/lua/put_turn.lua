-- Puts a turn that Postgres has into the window of a session that is held: in place of the one with its seq, else where
-- its seq belongs, if that is not before the window. Arguments: session digest, rounds in the window, the turn.
-- Returns 1 if the session shows it now, else 0.
local session, round_limit, value = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local state = read_state(session)
if not state then return 0 end
local key = turns_key(session)
local seq = head(value)
local length = call('LLEN', key)

-- How many turns have a smaller seq: turns are in order, so halve the list.
local place, above = 0, length
while place < above do
  local middle = math.floor((place + above) / 2)
  if head(call('LINDEX', key, middle)) < seq then place = middle + 1 else above = middle end
end

local there = call('LINDEX', key, place)
if there and head(there) == seq then
  call('LSET', key, place, value)
  return 1
end
if state.closed ~= '' or place < length - state.count or place > state.flushed then return 0 end
if there then call('LINSERT', key, 'BEFORE', there, value) else call('RPUSH', key, value) end
state.flushed = state.flushed + 1
local shown = call('LRANGE', key, -(state.count + 1), -1)
state.rounds, state.count = {}, 0
for _, turn in ipairs(shown) do
  local _, round = head(turn)
  grow_window(state, round)
end
shrink_window(state, round_limit)
trim_turns(session, state, length + 1)
write_state(session, state)
return 1
