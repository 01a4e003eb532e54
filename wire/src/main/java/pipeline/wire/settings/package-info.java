/** Settings by name: environment first, then system properties, then defaults. */
package pipeline.wire.settings;
