/** HTML pages of all programs: frame, style and charts. */
package pipeline.wire.page;
