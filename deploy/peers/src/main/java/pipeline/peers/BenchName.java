package pipeline.peers;

/** What a person may ask for; written as it is typed. */
enum BenchName {
  server,
  client,
  consumer,
  pipeline,
  alternatives,
  link,
  footprint,
  growth,
  all
}
