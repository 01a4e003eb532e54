/** Budgets of runs, identities and words: what may be published. */
package pipeline.server.admission;
