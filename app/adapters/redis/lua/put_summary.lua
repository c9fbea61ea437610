-- Shows the running summary with a session that is held. Arguments: session digest, version, json ('': there is none).
-- A newer one stays, and nothing older than the last forget comes back. Returns 1 if it is shown now, else 0.
local session, version, json = ARGV[1], ARGV[2], ARGV[3]
if call('EXISTS', state_key(session)) == 0 then return 0 end
if not summary_may_show(call('HGET', state_key(session), 'summary'), version) then return 0 end
call('HSET', state_key(session), 'summary', version .. '|' .. json)
return 1
