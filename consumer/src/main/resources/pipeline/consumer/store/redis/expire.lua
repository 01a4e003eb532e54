-- Forgets a run that is still too old by Redis' own clock, and remembers that it did.
--
-- KEYS: the sorted set of runs by the time they were last seen, the horizon, what identities take in
-- bytes, and the run's figures, whose name with a colon and a chunk's number is the name of that
-- chunk's bitmap.
-- ARGV: the run, when it began (0 if it does not say), and the age in milliseconds that it must
-- have passed.
--
-- Returns the run if it is forgotten, nothing if another consumer has seen or forgotten it meanwhile.
--
-- Redis takes nothing back when a script fails, so all is read before the first write.

local runs, horizon, identities, figures = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local run, start, age = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local seen = redis.call('ZSCORE', runs, run)
if not seen or now - seen <= age then
  return {}
end
local passed = tonumber(redis.call('GET', horizon) or '0')
local used = redis.call('GET', identities)
local rows = redis.call('HKEYS', figures)
local bytes = run_bytes(figures, rows)

-- what begins after it was forgotten is a lie, which must not shut out others
if start > passed and start <= now then
  redis.call('SET', horizon, ARGV[2])
end
for _, row in ipairs(rows) do
  if row ~= 'duplicates' then
    redis.call('UNLINK', figures .. ':' .. row)
  end
end
redis.call('UNLINK', figures)
redis.call('ZREM', runs, run)
if used then
  redis.call('SET', identities, string.format('%.0f', math.max(0, used - bytes)))
end
return { run }
