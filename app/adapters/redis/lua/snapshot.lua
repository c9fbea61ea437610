-- Reads a session's turns (window and what waits), both cards and everything else of the owner that waits.
-- Arguments: session digest ('': none). Returns
--   [count, flushed, rounds, active, closed, summary] or nil, the session's turns, the user's card or nil, the session's card or
--   nil, [other session id, its turns that wait]..., memories that wait, facts that wait.
local session = ARGV[1]
local function read_card(of)
  local card = call('HGETALL', card_key(of))
  if #card == 0 then return false end
  return card
end

local state = session ~= '' and read_state(session) or nil
local own, turns, session_card = false, {}, false
if state then
  own = {state.count, state.flushed, #state.rounds, state.active, state.closed,
    call('HGET', state_key(session), 'summary') or ''}
  turns = call('LRANGE', turns_key(session), 0, -1)
end
if session ~= '' then session_card = read_card(session) end
local others, memories, facts = {}, {}, {}
if has_pending() then
  for _, other in ipairs(call('SMEMBERS', dirty_key)) do
    local about = other ~= session and read_state(other)
    if about then
      others[#others + 1] = {about.id, call('LRANGE', turns_key(other), about.flushed, -1)}
    end
  end
  memories, facts = call('HVALS', memories_key), call('HVALS', facts_key)
end
return {own, turns, read_card(''), session_card, others, memories, facts}
