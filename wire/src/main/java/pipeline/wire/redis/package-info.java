/** Redis as both sides know it: address, connection, the counts kept there. */
package pipeline.wire.redis;
