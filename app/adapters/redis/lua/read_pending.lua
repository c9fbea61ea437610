-- Reads what waits for Postgres. Arguments: most turns, about how many bytes of turns (at least one turn is read).
-- Returns [session id, seq, round, window start, active, closed, revision, turns that wait]..., memories, facts.
local turns_left, bytes_left = tonumber(ARGV[1]), tonumber(ARGV[2])
local sessions = {}
for _, session in ipairs(call('SMEMBERS', dirty_key)) do
  if turns_left <= 0 or bytes_left <= 0 then break end
  local state = read_state(session)
  if state then
    local turns, from = {}, state.flushed
    while turns_left > 0 and bytes_left > 0 do
      local chunk = call('LRANGE', turns_key(session), from, from + math.min(turns_left, 50) - 1)
      if #chunk == 0 then break end
      for _, turn in ipairs(chunk) do
        if bytes_left <= 0 then break end
        turns[#turns + 1] = turn
        bytes_left = bytes_left - #turn
        turns_left = turns_left - 1
      end
      from = from + #chunk
    end
    sessions[#sessions + 1] = {state.id, whole(state.seq), whole(state.round), whole(window_start(session, state)),
      state.active, state.closed, whole(state.revision), turns}
  else
    call('SREM', dirty_key, session)
  end
end
return {sessions, call('HVALS', memories_key), call('HVALS', facts_key)}
