-- Gives an owner back to the queue. KEYS: due, leased, held, tries, lease, since. Arguments: owner tag, due (ms), 1 if failed.
-- After a failure the owner is held back until then, whatever else is appended for it in the meantime.
local member, due_at = ARGV[1], ARGV[2]
redis.call('ZREM', KEYS[2], member)
if ARGV[3] == '1' then
  redis.call('HINCRBY', KEYS[4], member, 1)
  redis.call('ZADD', KEYS[3], due_at, member)
else
  redis.call('ZADD', KEYS[1], 'LT', due_at, member)
end
return 1
