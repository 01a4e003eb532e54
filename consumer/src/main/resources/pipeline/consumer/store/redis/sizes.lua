-- About what Redis takes for a run with its figures, and for a chunk with its row there, beside the
-- bits; measured with Redis 7.0, bitmaps within a fifth. Stands before other scripts.
local RUN = 240

local function chunk_bytes(bitmap_bytes)
  return 192 + bitmap_bytes + math.floor(bitmap_bytes / 4)
end

-- What a run takes; rows are those of its figures, whose name with a colon and a row is a bitmap's.
local function run_bytes(figures, rows)
  local bytes = RUN
  for _, row in ipairs(rows) do
    if row ~= 'duplicates' then
      bytes = bytes + chunk_bytes(#(redis.call('GET', figures .. ':' .. row) or ''))
    end
  end
  return bytes
end
