-- Counts a batch whose identities are all new and for which there is room, or else changes nothing.
--
-- KEYS: for each run its figures (a hash) and then the bitmaps of its chunks; the numbers, the
-- tables (hashes), the sets; and last the sorted set of runs by the time they were last seen, the
-- horizon (the latest start among the runs that were forgotten), the number of lines, and what
-- identities and names take, in bytes.
-- ARGV: how many runs there may be, how many bytes identities and names may take; what a key and an
-- item take beside their names. The number of runs, and for each: its id, when it began in
-- milliseconds (0 if it does not say), how many copies were dropped, how many chunks follow; for
-- each chunk: its index and how many pieces follow, each an offset and how many in a row. Then for
-- each of the other three groups how many keys it has, and for each key how many items follow, and
-- the items: an amount; rows, each before its amount; members.
--
-- Returns 'counted'; or 'present' and the places, counted from 0, of the identities that are there
-- already; or else what keeps the batch out: 'forgotten' (a run that is not there and began at or
-- before the horizon), 'runs', 'identities', 'words', 'overflow' (a sum is beyond what is exact).
--
-- Redis takes nothing back when a script fails. So all is read, and thereby checked, before the
-- first write, and what is written then cannot fail.

local EXACT = 2 ^ 53 -- a Lua number is exact up to here
local STEP = 1000 -- items to one command; unpack has room for some 8,000 values
local WIDTH = 48 -- bits that one number sets
local DENSE = 32768 -- half of a chunk
local KEPT_PART = 8 -- of the identities' bytes, for runs that number their lines in turn

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

local overflows = false

local function sum(name, old, amount)
  local number = tonumber(old or '0')
  if not number or number % 1 ~= 0 then
    error({ err = 'ERR what is counted is not a whole number (at ' .. name .. ')' })
  end
  number = number + amount
  if math.abs(number) >= EXACT then
    overflows = true
  end
  return string.format('%.0f', number)
end

local ONES = {} -- a number of each width whose bits are all 1

local function ones(width)
  ONES[width] = ONES[width] or string.format('%.0f', 2 ^ width - 1)
  return ONES[width]
end

local max_runs, max_identities, max_names = next_number(), next_number(), next_number()
local KEY, ITEM = next_number(), next_number()
local runs, horizon_key, lines_key, identities_key, names_key = unpack(KEYS, #KEYS - 4)

local writes = {}
local present = { 'present' }
local lines = 0

-- Notes which of the identities from an offset on are in the bitmap.
local function look(bitmap, first, count)
  local offset, beyond = first, math.min(first + count, 8 * #bitmap)
  while offset < beyond do
    local bit = offset % 8
    local byte = bitmap:byte((offset - bit) / 8 + 1)
    if byte == 0 then
      offset = offset - bit + 8 -- most are
    else
      local mask = 2 ^ (7 - bit)
      if byte % (2 * mask) >= mask then
        present[#present + 1] = lines + offset - first
      end
      offset = offset + 1
    end
  end
end

-- Reads the pieces of a chunk: how many identities, and how many bytes up to the last of them.
local function claim(name, bitmap)
  local before, highest, set, n = lines, 0, { 'BITFIELD', name }, 2
  for _ = 1, next_number() do
    local first, count = next_number(), next_number()
    if bitmap then
      look(bitmap, first, count)
    end
    lines = lines + count
    highest = math.max(highest, first + count - 1)
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
  return lines - before, math.floor(highest / 8) + 1
end

-- Adds to rows of a table; returns those that are new.
local function add(name, rows, amounts)
  local write, new = { 'HSET', name }, {}
  for i, old in ipairs(read('HMGET', name, unpack(rows))) do
    write[2 * i + 1], write[2 * i + 2] = rows[i], sum(name, old, amounts[i])
    if not old then
      new[#new + 1] = rows[i]
    end
  end
  writes[#writes + 1] = write
  return new
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local horizon = tonumber(read('GET', horizon_key) or '0')
local number_of_runs = read('ZCARD', runs)
local new_runs, is_forgotten = 0, false
local identity_bytes, in_turn = 0, true

for _ = 1, next_number() do
  local figures, run, start, copies = next_key(), next_arg(), next_number(), next_number()
  local chunks = next_number()
  local is_new = not read('ZSCORE', runs, run)
  local rows, amounts = {}, {}
  for _ = 1, chunks do
    local name, index = next_key(), next_arg()
    local bitmap = read('GET', name)
    local n, bytes = claim(name, bitmap)
    if #rows == STEP then
      add(figures, rows, amounts)
      rows, amounts = {}, {}
    end
    rows[#rows + 1], amounts[#amounts + 1] = index, n
    if not bitmap then
      identity_bytes = identity_bytes + chunk_bytes(bytes)
      local before = not is_new and read('HGET', figures, string.format('%.0f', index - 1))
      in_turn = in_turn and tonumber(before or '0') >= DENSE
    elseif bytes > #bitmap then
      identity_bytes = identity_bytes + chunk_bytes(bytes) - chunk_bytes(#bitmap)
    end
  end
  -- copies of what was refused are no figures
  if copies > 0 and (chunks > 0 or not is_new) then
    rows[#rows + 1], amounts[#amounts + 1] = 'duplicates', copies
  end
  if #rows > 0 then
    add(figures, rows, amounts)
    writes[#writes + 1] = { 'ZADD', runs, now, run }
  end
  if is_new and chunks > 0 then
    new_runs, in_turn = new_runs + 1, false
    identity_bytes = identity_bytes + RUN
    is_forgotten = is_forgotten or (start > 0 and start <= horizon)
  end
end

if #present > 1 then
  return present
elseif is_forgotten then
  return { 'forgotten' }
elseif new_runs > 0 and number_of_runs + new_runs > max_runs then
  return { 'runs' }
end

-- Adds to what is used of a budget; false if it has not so much.
local function charge(name, bytes, max)
  if bytes == 0 then
    return true
  end
  local used = sum(name, read('GET', name), bytes)
  writes[#writes + 1] = { 'SET', name, used }
  return tonumber(used) <= max
end

if not in_turn then
  max_identities = max_identities - math.floor(max_identities / KEPT_PART)
end
if not charge(identities_key, identity_bytes, max_identities) then
  return { 'identities' }
end
if lines > 0 then
  writes[#writes + 1] = { 'SET', lines_key, sum(lines_key, read('GET', lines_key), lines) }
end

local name_bytes = 0
local names_left = max_names - tonumber(read('GET', names_key) or '0')

-- Calls use(name, n, is_first) for each key of the next group and for n of its items at a time; true
-- if it could go on to the end, false as soon as the names take too much.
local function each_step(use)
  for _ = 1, next_number() do
    local name, items = next_key(), next_number()
    for done = 0, items - 1, STEP do
      use(name, math.min(items - done, STEP), done == 0)
      if name_bytes > 0 and name_bytes > names_left then
        return false
      end
    end
  end
  return true
end

local function add_number(name)
  local old = read('GET', name)
  writes[#writes + 1] = { 'SET', name, sum(name, old, next_number()) }
  if not old then
    name_bytes = name_bytes + KEY + #name
  end
end

local function add_rows(name, n, is_first)
  local rows, amounts = {}, {}
  for i = 1, n do
    rows[i], amounts[i] = next_arg(), next_number()
  end
  local new = add(name, rows, amounts)
  for _, row in ipairs(new) do
    name_bytes = name_bytes + ITEM + #row
  end
  if is_first and #new == n and read('HLEN', name) == 0 then
    name_bytes = name_bytes + KEY + #name
  end
end

local function add_members(name, n, is_first)
  local is_new = read('SCARD', name) == 0
  local write = { 'SADD', name }
  for i = 1, n do
    local member = next_arg()
    write[2 + i] = member
    if is_new or read('SISMEMBER', name, member) == 0 then
      name_bytes = name_bytes + ITEM + #member
    end
  end
  writes[#writes + 1] = write
  if is_new and is_first then
    name_bytes = name_bytes + KEY + #name
  end
end

if not (each_step(add_number) and each_step(add_rows) and each_step(add_members)) then
  return { 'words' }
end
charge(names_key, name_bytes, max_names)
if overflows then
  return { 'overflow' }
end

for _, write in ipairs(writes) do
  redis.call(unpack(write))
end
return { 'counted' }
