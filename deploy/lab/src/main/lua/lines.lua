-- wrk posts the lines of a text file, one a request as JSON or K a request as text, under RUN-FIRST keys.
-- Everything but the key is put together once, so that the load generator stays cheap.
-- Usage: wrk -t1 -c32 -d10s -s lines.lua URL -- FILE [K]

local LINES = 20000
local threads = {}

function setup(thread)
  threads[#threads + 1] = thread
  thread:set("number", #threads)
end

local function json(text)
  return text:gsub('[%c"\\]', function(c) return string.format("\\u%04x", c:byte()) end)
end

local function read(file)
  local lines = {}
  for ended in io.lines(file) do
    local line = ended:gsub("\r$", "")
    if #line > 0 and #lines < LINES then
      lines[#lines + 1] = line
    end
  end
  return lines
end

-- Each of K lines: over the end of the file they go on at its beginning
local function text(lines, first)
  local body = {}
  for i = first, first + each - 1 do
    body[#body + 1] = lines[i % #lines + 1] .. "\n"
  end
  return table.concat(body)
end

function init(args)
  each = tonumber(args[2] or "1")
  local lines = read(args[1])
  local kind = each == 1 and "application/json" or "text/plain; charset=utf-8"
  rests = {}
  for first = 0, #lines - 1, each do
    local body = each == 1 and '{"message":"' .. json(lines[first + 1]) .. '"}' or text(lines, first)
    rests[#rests + 1] = "\r\nContent-Type: " .. kind .. "\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
  end
  math.randomseed(os.time() * 97 + number)
  -- a UUID of version 7: the milliseconds since 1970, the version, the variant, and else chance
  local millis = os.time() * 1000
  local run = string.format("%08x%04x7%03x8%07x%08x", math.floor(millis / 65536), millis % 65536, number,
    math.random(0, 2 ^ 28 - 1), math.random(0, 2 ^ 31 - 1))
  head = "POST " .. wrk.path .. " HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port .. "\r\nIdempotency-Key: " .. run .. "-"
  count = -1
end

function request()
  count = count + 1
  return head .. count * each .. rests[count % #rests + 1]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    "RESULT requests=%d failed=%d each=%d micros=%d min=%d mean=%d p50=%d p90=%d p99=%d max=%d\n",
    summary.requests, e.status + e.connect + e.read + e.write + e.timeout, threads[1]:get("each"), summary.duration,
    latency.min, latency.mean, latency:percentile(50), latency:percentile(90), latency:percentile(99), latency.max))
end
