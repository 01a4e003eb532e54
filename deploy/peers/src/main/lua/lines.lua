-- wrk posts the lines of a text file, one a request, each with an Idempotency-Key of its own.
-- Everything but the key is put together once, so that the load generator stays cheap.
-- Usage: wrk -t1 -c32 -d10s -s lines.lua URL -- FILE

local LINES = 20000
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

local function json(text)
  return text:gsub('[%c"\\]', function(c) return string.format("\\u%04x", c:byte()) end)
end

function init(args)
  local bodies = {}
  for ended in io.lines(args[1]) do
    local line = ended:gsub("\r$", "")
    if #line > 0 and #bodies < LINES then
      bodies[#bodies + 1] = '{"message":"' .. json(line) .. '"}'
    end
  end
  rests = {}
  for i, body in ipairs(bodies) do
    rests[i] = "\r\nContent-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
  end
  math.randomseed(os.time() * 97 + number)
  local run = string.format("%08x%08x", os.time(), number)
  for _ = 1, 4 do run = run .. string.format("%04x", math.random(0, 65535)) end
  head = "POST " .. wrk.path .. " HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port .. "\r\nIdempotency-Key: " .. run .. "-"
  seq = -1
end

function request()
  seq = seq + 1
  return head .. seq .. rests[seq % #rests + 1]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    "RESULT requests=%d failed=%d micros=%d p50=%d p99=%d\n",
    summary.requests, e.status + e.connect + e.read + e.write + e.timeout, summary.duration,
    latency:percentile(50), latency:percentile(99)))
end
