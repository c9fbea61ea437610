-- Lays entries that Postgres has confirmed onto a card that is held. Arguments: session digest ('': the user's card),
-- then key and entry of each ('': remove). A newer entry stays: another call has confirmed it, or it still waits for
-- Postgres; what waits is not removed either, since its own confirmation will tell.
local session = ARGV[1]
local card = card_key(session)
if call('EXISTS', card) == 0 then return 0 end
local waiting = {}
for _, fact in ipairs(waiting_facts(session)) do waiting[fact.key] = true end

local function is_older(entry, held)
  if entry.valid_from ~= held.valid_from then return entry.valid_from < held.valid_from end
  return entry.version < held.version
end

for index = 2, #ARGV, 2 do
  local key, entry = ARGV[index], ARGV[index + 1]
  local held = call('HGET', card, key)
  if entry == '' then
    if not waiting[key] then call('HDEL', card, key) end
  elseif not held or not is_older(parse_entry(entry), parse_entry(held)) then
    call('HSET', card, key, entry)
  end
end
return 1
