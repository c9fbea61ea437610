-- Takes owners whose time has come under a lease. KEYS: due, leased, held, tries, lease, since. Arguments: now, end
-- of the lease (both ms), most owners, the latest time that is ever set now. Returns owner tag and earlier failed tries,
-- one after the other.
local call = redis.call
local due, leased, held, tries = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local now, lease_end, limit, latest = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]

-- Later than anybody may set it: the clock was set back since. What waits is due now, not when that time comes again.
for _, key in ipairs({ due, held }) do
  for _, member in ipairs(call('ZRANGEBYSCORE', key, '(' .. latest, '+inf', 'LIMIT', 0, 1000)) do
    call('ZADD', key, now, member)
  end
end

-- Those whose lease or hold has run out are due again; a lease that ran out counts as a failed try.
local function give_back(from, failed)
  local members = call('ZRANGEBYSCORE', from, '-inf', now, 'WITHSCORES', 'LIMIT', 0, 1000)
  for index = 1, #members, 2 do
    call('ZREM', from, members[index])
    call('ZADD', due, 'LT', members[index + 1], members[index])
    if failed then call('HINCRBY', tries, members[index], 1) end
  end
end
give_back(leased, true)
give_back(held, false)

-- An owner that came due while under a lease or held back keeps its place and is passed over.
local chosen, offset = {}, 0
while #chosen < limit do
  local members = call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', offset, limit)
  if #members == 0 then break end
  local leases, holds = call('ZMSCORE', leased, unpack(members)), call('ZMSCORE', held, unpack(members))
  for index, member in ipairs(members) do
    if #chosen < limit and not leases[index] and not holds[index] then chosen[#chosen + 1] = member end
  end
  offset = offset + #members
end
local taken = {}
for _, member in ipairs(chosen) do
  call('ZADD', KEYS[6], 'NX', call('ZSCORE', due, member), member)
  call('ZREM', due, member)
  call('ZADD', leased, lease_end, member)
  taken[#taken + 1] = member
  taken[#taken + 1] = tonumber(call('HGET', tries, member) or '0')
end
call('SET', KEYS[5], string.format('%.0f', tonumber(lease_end) - tonumber(now)))
return taken
