/**
 * The pipeline as a whole. A {@link pipeline.rig.Spec} says what stands; a {@link pipeline.rig.Rig}
 * starts it on {@link pipeline.rig.Services}, drains it and closes it. {@link pipeline.rig.Queues}
 * is the view of the broker, {@link pipeline.rig.Oracle}, {@link pipeline.rig.ConsumerReport} and
 * {@link pipeline.rig.Losses} are the proof of the counts.
 */
package pipeline.rig;
