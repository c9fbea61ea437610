-- Ends a reservation. KEYS: the owner hash. Arguments: digest of the key, digest of the body, ttl (ms), now (ms), and
-- '<status>|<body>' of the answer, or '' to free the key. Does nothing if the key is no longer this call's.
local base = string.sub(KEYS[1], 1, -6)
local answer_key, answers_key = base .. 'answer:' .. ARGV[1], base .. 'answers'
local held = redis.call('GET', answer_key)
if held and held ~= 'running|' .. ARGV[2] then return 0 end
if ARGV[5] == '' then
  redis.call('DEL', answer_key)
  redis.call('ZREM', answers_key, ARGV[1])
  return 1
end
redis.call('SET', answer_key, 'done|' .. ARGV[2] .. '|' .. ARGV[5], 'PX', ARGV[3])
redis.call('ZADD', answers_key, tonumber(ARGV[4]) + tonumber(ARGV[3]), ARGV[1])
if redis.call('PTTL', answers_key) < tonumber(ARGV[3]) then redis.call('PEXPIRE', answers_key, ARGV[3]) end
return 1
