-- Reserves an Idempotency-Key. KEYS: the owner hash. Arguments: digest of the key, digest of the body, length of the
-- reservation (ms), now (ms). Returns nil when reserved, the stored answer, or 0 for a conflict.
-- A value is 'running|<digest of the body>' or 'done|<digest of the body>|<status>|<body of the answer>'.
local base = string.sub(KEYS[1], 1, -6)
local answer_key, answers_key = base .. 'answer:' .. ARGV[1], base .. 'answers'
local held = redis.call('GET', answer_key)
if not held then
  redis.call('SET', answer_key, 'running|' .. ARGV[2], 'PX', ARGV[3])
  redis.call('ZREMRANGEBYSCORE', answers_key, '-inf', ARGV[4])
  redis.call('ZADD', answers_key, tonumber(ARGV[4]) + tonumber(ARGV[3]), ARGV[1])
  if redis.call('PTTL', answers_key) < tonumber(ARGV[3]) then redis.call('PEXPIRE', answers_key, ARGV[3]) end
  return false
end
local done = 'done|' .. ARGV[2] .. '|'
if string.sub(held, 1, #done) == done then return string.sub(held, #done + 1) end
return 0
