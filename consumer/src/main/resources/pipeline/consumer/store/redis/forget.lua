-- Forgets a run, and remembers that it did.
--
-- KEYS: the sorted set of runs by the time they were last seen, the horizon, and the run's figures,
-- whose name with a colon and a chunk's number is the name of that chunk's bitmap.
-- ARGV: the run, when it began (0 if it does not say), and the time before which it must have been
-- seen last in that case.
--
-- Returns nothing.
--
-- Redis takes nothing back when a script fails, so all is read before the first write.

local runs, horizon, figures = KEYS[1], KEYS[2], KEYS[3]
local run, start, before = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

local seen = redis.call('ZSCORE', runs, run)
-- another consumer may have forgotten it, or have seen it meanwhile
if not seen or start == 0 and tonumber(seen) >= before then
  return {}
end
local passed = tonumber(redis.call('GET', horizon) or '0')
local rows = redis.call('HKEYS', figures)

if start > passed then
  redis.call('SET', horizon, ARGV[2])
end
for _, row in ipairs(rows) do
  if tonumber(row) then
    redis.call('UNLINK', figures .. ':' .. row)
  end
end
redis.call('UNLINK', figures)
redis.call('ZREM', runs, run)
return {}
