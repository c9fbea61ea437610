-- Empties the window of a session that Redis holds and marks it closed. Arguments: session digest, now (microseconds).
-- Returns 1, or 0 where Redis does not hold the session.
local session, now = ARGV[1], ARGV[2]
local state = read_state(session)
if not state then return 0 end
state.rounds, state.count = {}, 0
trim_turns(session, state, call('LLEN', turns_key(session)))
state.closed, state.active, state.revision = now, now, state.revision + 1
write_state(session, state)
mark_dirty(session)
keep_owner()
return 1
