-- Counts a batch whose identities are all new, or else changes nothing.
--
-- KEYS: first the bitmaps of identities, then the numbers, the tables (hashes), the sets, and last
-- the sorted set of runs by the time they were last seen, and the latest start among the runs that
-- were forgotten: the horizon.
-- ARGV: for each of the first four groups how many keys it has, and for each key how many items
-- follow, and the items: offsets; an amount; rows, each before its amount; members. Then the runs,
-- each before the time when it began, in milliseconds, 0 if it does not say.
--
-- Returns the horizon, and then why nothing is counted: the places, counted from 0, of the
-- identities that are there already; or else the runs that are not there and began at or before the
-- horizon, so that they may have been forgotten. Nothing more if all is counted.
--
-- Redis takes nothing back when a script fails. So all is read, and thereby checked, before the
-- first write, and what is written then cannot fail.

local EXACT = 2 ^ 53 -- a Lua number is exact up to here
local STEP = 1000 -- items to one command; unpack has room for some 8,000 values

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

local function sum(name, old, amount)
  local number = tonumber(old or '0')
  if not number or number % 1 ~= 0 then
    error({ err = 'ERR what is counted is not a whole number (at ' .. name .. ')' })
  end
  number = number + amount
  if math.abs(number) > EXACT then
    error({ err = 'ERR a count passes 2^53 (at ' .. name .. ')' })
  end
  return string.format('%.0f', number)
end

-- Calls use(name, n) for each key of the next group and for n of its items at a time.
local function each_step(use)
  for _ = 1, next_number() do
    local name, left = next_key(), next_number()
    while left > 0 do
      local n = math.min(left, STEP)
      use(name, n)
      left = left - n
    end
  end
end

local writes = {}
local present = {}
local place = 0

each_step(function(name, n)
  local get, set = {}, {}
  for i = 1, n do
    local offset = next_arg()
    get[3 * i - 2], get[3 * i - 1], get[3 * i] = 'GET', 'u1', offset
    set[4 * i - 3], set[4 * i - 2], set[4 * i - 1], set[4 * i] = 'SET', 'u1', offset, 1
  end
  for i, bit in ipairs(read('BITFIELD_RO', name, unpack(get))) do
    if bit == 1 then
      present[#present + 1] = place + i - 1
    end
  end
  place = place + n
  writes[#writes + 1] = { 'BITFIELD', name, unpack(set) }
end)
local runs, horizon = KEYS[#KEYS - 1], read('GET', KEYS[#KEYS]) or '0'
if #present > 0 then
  table.insert(present, 1, horizon)
  return present
end

each_step(function(name)
  writes[#writes + 1] = { 'SET', name, sum(name, read('GET', name), next_number()) }
end)

each_step(function(name, n)
  local rows, amounts = {}, {}
  for i = 1, n do
    rows[i], amounts[i] = next_arg(), next_number()
  end
  local write = { 'HSET', name }
  for i, old in ipairs(read('HMGET', name, unpack(rows))) do
    write[2 * i + 1], write[2 * i + 2] = rows[i], sum(name, old, amounts[i])
  end
  writes[#writes + 1] = write
end)

each_step(function(name, n)
  read('SCARD', name)
  local write = { 'SADD', name }
  for i = 1, n do
    write[2 + i] = next_arg()
  end
  writes[#writes + 1] = write
end)

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local forgotten = { horizon }
read('ZCARD', runs)
while arg < #ARGV do
  local run, start = next_arg(), next_number()
  if start > 0 and start <= tonumber(horizon) and not read('ZSCORE', runs, run) then
    forgotten[#forgotten + 1] = run
  end
  writes[#writes + 1] = { 'ZADD', runs, now, run }
end
if #forgotten > 1 then
  return forgotten
end

for _, write in ipairs(writes) do
  redis.call(unpack(write))
end
return { horizon }
