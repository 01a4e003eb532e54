/** What is broken when: actions, the faults made of them, and plans drawn by a seed. */
package pipeline.faults.plan;
