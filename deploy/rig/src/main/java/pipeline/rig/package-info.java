/**
 * The pipeline as a whole. A {@link pipeline.rig.Spec} says what stands; a {@link pipeline.rig.Rig}
 * starts it on {@link pipeline.rig.Services}, drains it, ends its consumers and closes it. {@link
 * pipeline.rig.Queues} is the view of the broker; a {@link pipeline.rig.Proof} compares what was
 * counted with what an {@link pipeline.rig.Oracle} expects.
 */
package pipeline.rig;
