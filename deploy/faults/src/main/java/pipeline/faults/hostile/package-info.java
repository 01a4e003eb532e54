/**
 * Hostile clients beside the load: they hold connections, flood the server or do not read answers.
 */
package pipeline.faults.hostile;
