-- Counts a batch whose identities are all new, or else changes nothing.
--
-- KEYS: for each run its figures (a hash) and then the bitmaps of its chunks; the numbers, the
-- tables (hashes), the sets; and last the sorted set of runs by the time they were last seen, the
-- horizon (the latest start among the runs that were forgotten) and the number of lines.
-- ARGV: the number of runs, and for each: its id, when it began in milliseconds (0 if it does not
-- say), how many copies were dropped, how many ends follow; each end; how many chunks follow; for
-- each chunk: its index and how many pieces follow, each an offset and how many in a row. Then how
-- many numbers, and for each its amount; how many tables, and for each how many amounts, and for
-- each amount: it, how many rows have it, and these; how many sets, and for each how many members,
-- and these.
--
-- Returns 'counted'; or 'present' and the run and the number of each identity that is there already;
-- or else 'forgotten': a run is not there and began at or before the horizon.
--
-- Redis takes nothing back when a script fails. So all is read, and thereby checked, before the
-- first write, and what is written then cannot fail. Most of the time goes to what is done once a
-- row, so that is little: rows that grow alike share one amount, and `%d` is the fastest format.

local EXACT = 2 ^ 53 -- a Lua number is exact up to here
local DIGITS = 18 -- of a number that is far from the end of Redis' own, 2^63
local STEP = 1000 -- items to one command; unpack has room for some 8,000 values
local WIDTH = 48 -- bits that one number sets
local CHUNK = 2 ^ 16 -- identities

local KEYS, ARGV, tonumber, format = KEYS, ARGV, tonumber, string.format
local key, arg = 0, 0

local function next_key()
  key = key + 1
  return KEYS[key]
end

local function next_arg()
  arg = arg + 1
  return ARGV[arg]
end

local function next_number()
  return tonumber(next_arg())
end

-- Redis' own error does not name the key.
local function read(command, name, ...)
  local reply = redis.pcall(command, name, ...)
  if type(reply) == 'table' and reply.err then
    error({ err = reply.err .. ' (at ' .. name .. ')' })
  end
  return reply
end

-- The number that is there, 0 if there is none.
local function whole(name, old)
  local number = tonumber(old or 0)
  if not number or number % 1 ~= 0 then
    error({ err = 'ERR what is counted is not a whole number (at ' .. name .. ')' })
  end
  return number
end

local function is_exact(number)
  return number < EXACT and number > -EXACT
end

-- Whether Redis itself can add any amount of ours. Another count stays as it is.
local function is_short(old)
  return #old <= DIGITS and old:find('^-?[1-9]%d*$')
end

local ONES = {} -- a number of each width whose bits are all 1

local function ones(width)
  ONES[width] = ONES[width] or format('%d', 2 ^ width - 1)
  return ONES[width]
end

local runs, horizon_key, lines_key = unpack(KEYS, #KEYS - 2)

local writes = {}
local present = { 'present' }
local lines = 0

-- Notes which of the identities from an offset on are in the bitmap of a chunk.
local function look(run, index, bitmap, first, count)
  local offset, beyond = first, math.min(first + count, 8 * #bitmap)
  while offset < beyond do
    local bit = offset % 8
    local byte = bitmap:byte((offset - bit) / 8 + 1)
    if byte == 0 then
      offset = offset - bit + 8 -- most are
    else
      local mask = 2 ^ (7 - bit)
      if byte % (2 * mask) >= mask then
        present[#present + 1] = run
        present[#present + 1] = index * CHUNK + offset
      end
      offset = offset + 1
    end
  end
end

-- Reads the pieces of a chunk; returns how many identities.
local function claim(run, index, name, bitmap)
  local before, set, n = lines, { 'BITFIELD', name }, 2
  for _ = 1, next_number() do
    local first, count = next_number(), next_number()
    if bitmap then
      look(run, index, bitmap, first, count)
    end
    lines = lines + count
    for offset = first, first + count - 1, WIDTH do
      if n > 4 * STEP then
        writes[#writes + 1] = set
        set, n = { 'BITFIELD', name }, 2
      end
      local width = math.min(WIDTH, first + count - offset)
      set[n + 1], set[n + 2], set[n + 3], set[n + 4] = 'SET', 'u' .. width, offset, ones(width)
      n = n + 4
    end
  end
  writes[#writes + 1] = set
  return lines - before
end

-- Adds to rows of a table. One HSET for many rows costs Redis and its log far less than an HINCRBY
-- for each.
local function add(name, rows, amounts)
  local write, n = { 'HSET', name }, 2
  local known = read('HMGET', name, unpack(rows))
  for i = 1, #rows do
    local row, old, amount = rows[i], known[i], amounts[i]
    local total = old and whole(name, old) + amount or amount
    if is_exact(total) then
      write[n + 1], write[n + 2] = row, format('%d', total)
      n = n + 2
    elseif is_short(old) then
      writes[#writes + 1] = { 'HINCRBY', name, row, format('%d', amount) }
    end
  end
  if n > 2 then
    writes[#writes + 1] = write
  end
end

-- Adds to a number of its own.
local function increase(name, amount)
  local old = read('GET', name)
  local total = whole(name, old) + amount
  if is_exact(total) then
    writes[#writes + 1] = { 'SET', name, format('%d', total) }
  elseif is_short(old) then
    writes[#writes + 1] = { 'INCRBY', name, format('%d', amount) }
  end
end

-- Closes a run with numbers of lines, which are beside each other if they disagree.
local function close(name, ends)
  local known = read('HGET', name, 'ends') or ''
  local all = known
  for _, lines_of_run in ipairs(ends) do
    if not (' ' .. all .. ' '):find(' ' .. lines_of_run .. ' ', 1, true) then
      all = all == '' and lines_of_run or all .. ' ' .. lines_of_run
    end
  end
  if all ~= known then
    writes[#writes + 1] = { 'HSET', name, 'ends', all }
  end
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local horizon = tonumber(read('GET', horizon_key) or '0')
local is_forgotten = false

for _ = 1, next_number() do
  local figures, run, start, copies = next_key(), next_arg(), next_number(), next_number()
  local ends = {}
  for i = 1, next_number() do
    ends[i] = next_arg()
  end
  local chunks = next_number()
  local is_new = not read('ZSCORE', runs, run)
  local rows, amounts = {}, {}
  for _ = 1, chunks do
    local name, index = next_key(), next_arg()
    local n = claim(run, index, name, read('GET', name))
    if #rows == STEP then
      add(figures, rows, amounts)
      rows, amounts = {}, {}
    end
    rows[#rows + 1], amounts[#amounts + 1] = index, n
  end
  local is_more = chunks > 0 or #ends > 0
  -- copies of what was forgotten are no figures
  if copies > 0 and (is_more or not is_new) then
    rows[#rows + 1], amounts[#amounts + 1] = 'duplicates', copies
  end
  if #rows > 0 then
    add(figures, rows, amounts)
  end
  if #ends > 0 then
    close(figures, ends)
  end
  if #rows > 0 or #ends > 0 then
    writes[#writes + 1] = { 'ZADD', runs, now, run }
  end
  is_forgotten = is_forgotten or (is_new and is_more and start > 0 and start <= horizon)
end

if #present > 1 then
  return present
elseif is_forgotten then
  return { 'forgotten' }
end

if lines > 0 then
  increase(lines_key, lines)
end

-- numbers
for _ = 1, next_number() do
  local name = next_key()
  increase(name, next_number())
end

-- tables
for _ = 1, next_number() do
  local name = next_key()
  local rows, amounts, n = {}, {}, 0
  for _ = 1, next_number() do
    local amount, count = next_number(), next_number()
    for place = arg + 1, arg + count do
      if n == STEP then
        add(name, rows, amounts)
        rows, amounts, n = {}, {}, 0
      end
      n = n + 1
      rows[n], amounts[n] = ARGV[place], amount
    end
    arg = arg + count
  end
  add(name, rows, amounts)
end

-- sets
for _ = 1, next_number() do
  local name, count = next_key(), next_number()
  local last = arg + count
  read('SCARD', name) -- fails if it is no set
  for first = arg + 1, last, STEP do
    writes[#writes + 1] = { 'SADD', name, unpack(ARGV, first, math.min(first + STEP - 1, last)) }
  end
  arg = last
end

for _, write in ipairs(writes) do
  redis.call(unpack(write))
end
return { 'counted' }
