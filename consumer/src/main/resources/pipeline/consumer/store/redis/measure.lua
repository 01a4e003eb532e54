-- What a run takes in bytes; KEYS: its figures.

return { string.format('%.0f', run_bytes(KEYS[1], redis.call('HKEYS', KEYS[1]))) }
