-- Ends a lease after success. KEYS: due, leased, held, tries, lease, since. Arguments: owner tag, 1 if something still
-- waits, now (ms).
-- What came during the lease has made the owner due by itself; what was not read is due from the time of the claim, or
-- from now where there was none (`sync` saves and forgets archive without a lease).
local member = ARGV[1]
local lease_end = redis.call('ZSCORE', KEYS[2], member)
redis.call('ZREM', KEYS[2], member)
redis.call('ZREM', KEYS[3], member)
redis.call('HDEL', KEYS[4], member)
redis.call('ZREM', KEYS[6], member)
if ARGV[2] == '1' then
  local claimed = lease_end and tonumber(lease_end) - tonumber(redis.call('GET', KEYS[5]) or '0') or tonumber(ARGV[3])
  redis.call('ZADD', KEYS[1], 'NX', string.format('%.0f', claimed), member)
end
return 1
