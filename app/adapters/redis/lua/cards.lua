-- Fact cards. An entry is '<valid_from>|<digest of the value>|<1 if retracted>|<version>|<length of json>|<json><conflicts>',
-- where valid_from is 18 digits (microseconds since the year 1), so that strings compare like times, and conflicts are
-- the json of other values for the same time, joined by commas.
local function card_entry(fact, version, conflicts)
  return table.concat({fact.valid_from, fact.digest, fact.retracted, version, #fact.json, fact.json .. conflicts}, '|')
end

local function parse_entry(entry)
  local valid_from, digest, retracted, version, length, rest =
    string.match(entry, '^(%d+)|(%x+)|(%d)|(%d+)|(%d+)|(.*)$')
  length = tonumber(length)
  return {
    valid_from = valid_from, digest = digest, retracted = retracted, version = tonumber(version),
    json = string.sub(rest, 1, length), conflicts = string.sub(rest, length + 1),
  }
end

-- Compare-and-set by valid_from, whatever order facts arrive in. Returns the status of the fact and, where it says
-- again what the card says, that version (else 0): it is for Postgres to number versions. A retracted fact stays on
-- the card unseen, so that an older value that arrives later does not come up again. `dry`: say so, and put nothing.
local function put_fact(card, fact, dry)
  local function put(entry) if not dry then call('HSET', card, fact.key, entry) end end
  local held = call('HGET', card, fact.key)
  if not held then
    put(card_entry(fact, 1, ''))
    return 'stored', 0
  end
  local current = parse_entry(held)
  local newer = fact.valid_from > current.valid_from
  if fact.digest == current.digest and fact.retracted == current.retracted then
    if newer then
      current.valid_from = fact.valid_from
      put(card_entry(current, current.version, ''))
    end
    return 'reinforced', current.version
  end
  if fact.valid_from < current.valid_from then return 'stored', 0 end
  local conflicts = ''
  if not newer then
    conflicts = current.conflicts
    if current.retracted == '0' then
      if conflicts ~= '' then conflicts = conflicts .. ',' end
      conflicts = conflicts .. current.json
    end
  end
  put(card_entry(fact, current.version + 1, conflicts))
  if current.retracted == '1' then return 'stored', 0 end
  return 'superseded_previous', 0
end

-- A waiting fact is '<order>|<session digest or empty>|<valid_from>|<digest>|<retracted>|<length of key>|<key><json>'.
local function parse_waiting(value)
  local order, session, valid_from, digest, retracted, length, rest =
    string.match(value, '^(%d+)|(%x*)|(%d+)|(%x+)|(%d)|(%d+)|(.*)$')
  length = tonumber(length)
  return {
    order = tonumber(order), session = session, valid_from = valid_from, digest = digest, retracted = retracted,
    key = string.sub(rest, 1, length), json = string.sub(rest, length + 1),
  }
end

-- All facts of one card that wait for Postgres, in order of arrival.
local function waiting_facts(session)
  local facts = {}
  for _, value in ipairs(call('HVALS', facts_key)) do
    local fact = parse_waiting(value)
    if fact.session == session then facts[#facts + 1] = fact end
  end
  table.sort(facts, function(a, b) return a.order < b.order end)
  return facts
end

-- Lays a card that Redis does not hold: what Postgres knows (pairs of key and entry), then what still waits for it.
local function lay_card(session, pairs_of_entries)
  local card = card_key(session)
  if call('EXISTS', card) == 1 then return end
  call('HSET', card, '', '1')
  in_chunks('HSET', card, pairs_of_entries)
  for _, fact in ipairs(waiting_facts(session)) do put_fact(card, fact) end
end
