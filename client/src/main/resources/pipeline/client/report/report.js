'use strict';
/* Draws what the JSON block holds. Every number comes from there; this only formats. page.js comes first. */
const result = JSON.parse(document.getElementById('result').textContent);
const steps = result.steps;
const broker = result.broker;
const best = result.best === null ? null : steps[result.best];
const manyLines = result.run.linesPerRequest > 1;
const NOT_CAPTURED = 'not captured';

const whole = (n) => (n === null ? NOT_CAPTURED : n.toFixed(0));
const fixed = (n, digits) => (n === null ? NOT_CAPTURED : n.toFixed(digits));
const millis = (n) => (n === null ? '–' : n.toFixed(n < 10 ? 3 : n < 1000 ? 2 : 0));

/** A table with a title, which scrolls by itself where it is wider than the page. */
function titled(target, title, header, rows) {
  const scroll = element('div', undefined, 'scroll');
  scroll.tabIndex = 0;
  const made = table(element('table'), header, rows);
  scroll.append(made);
  byId(target).append(element('h4', title), scroll);
  return made;
}

function fillHeader() {
  const when = result.run.startedAt.replace('T', ' ').replace(/\.\d+Z$|Z$/, ' UTC');
  byId('subtitle').textContent = `${result.run.workload} · started ${when} · run ${result.run.id}`;
  byId('command').textContent = result.run.command;
  document.title = `Load test report · ${when}`;
}

function fillSummary() {
  if (result.run.stopped) {
    byId('stopped').textContent = `Stopped early: ${result.run.stopped}.`;
  }
  if (best === null) {
    byId('verdict').textContent = 'No step was run.';
    return;
  }
  byId('verdict').textContent = steps.length > 1
    ? `Highest throughput of ${steps.length} steps: ${best.name}. Its numbers:`
    : `${best.name}.`;
  const tiles = [
    ['Throughput', `${fixed(best.throughput, 2)} /s`],
    ...(manyLines ? [['Lines a second', fixed(best.linesPerSecond, 0)]] : []),
    ['Successful', whole(best.successes)],
    ['Unsuccessful', whole(best.failures)],
    ['Mean', `${millis(best.latency.mean)} ms`],
    ['Median', `${millis(best.latency.p50)} ms`],
    ['99th percentile', `${millis(best.latency.p99)} ms`],
    ['Max', `${millis(best.latency.max)} ms`],
    ['Wall time', `${fixed(best.wallSeconds, 2)} s`],
  ];
  tiles.forEach(([name, value]) => {
    const tile = element('div');
    tile.append(element('dt', name), element('dd', value));
    byId('tiles').append(tile);
  });
  if (result.expectations.length > 0) {
    const made = titled('expectations', 'Expectations', ['step', 'expected', 'measured', ''],
      result.expectations.map((e) => [e.step, e.expected, e.measured, e.met ? 'met' : 'NOT MET']));
    made.querySelectorAll('tbody td:last-child').forEach((cell) =>
      cell.classList.add(cell.textContent === 'met' ? 'met' : 'unmet'));
  }
}

function fillSteps() {
  const has = (key) => steps.some((s) => s[key] !== null);
  const columns = [
    ['step', (s) => s.name],
    ['throughput /s', (s) => fixed(s.throughput, 2)],
    ...(manyLines ? [['lines /s', (s) => fixed(s.linesPerSecond, 0)]] : []),
    ['ok', (s) => whole(s.successes)],
    ['failed', (s) => whole(s.failures)],
    ['retries', (s) => whole(s.retries)],
    ['mean', (s) => millis(s.latency.mean)],
    ['min', (s) => millis(s.latency.min)],
    ['p50', (s) => millis(s.latency.p50)],
    ['p90', (s) => millis(s.latency.p90)],
    ['p99', (s) => millis(s.latency.p99)],
    ['p99.9', (s) => millis(s.latency.p999)],
    ['max', (s) => millis(s.latency.max)],
    ['wall s', (s) => fixed(s.wallSeconds, 3)],
  ];
  if (has('rate')) columns.push(['service p99', (s) => millis(s.service.p99)]);
  if (has('late')) columns.push(['late', (s) => (s.late === null ? '–' : whole(s.late))]);
  if (has('dropped')) columns.push(['dropped', (s) => (s.dropped === null ? '–' : whole(s.dropped))]);
  if (has('predictedThroughput')) {
    columns.push(['Little’s law /s', (s) => (s.predictedThroughput === null ? '–' : fixed(s.predictedThroughput, 2))]);
  }
  table(byId('steps'), columns.map((c) => c[0]), steps.map((s) => columns.map((c) => c[1](s))));

  const latencyRow = (l) => [whole(l.count), ...[l.min, l.mean, l.p50, l.p99, l.max].map(millis)];
  const latencyHead = ['successful', 'min', 'mean', 'p50', 'p99', 'max'];
  const servers = steps.flatMap((s) => s.servers.map((v) => [s.name, v.url, whole(v.failures), ...latencyRow(v.latency)]));
  if (servers.length > steps.length) titled('details', 'By server', ['step', 'server', 'unsuccessful', ...latencyHead], servers);
  const gets = steps.filter((s) => s.gets).map((s) => [s.name, whole(s.gets.failures), ...latencyRow(s.gets.latency)]);
  if (gets.length > 0) titled('details', 'GET requests beside the POSTs', ['step', 'unsuccessful', ...latencyHead], gets);
  const errors = steps.flatMap((s) => s.errors.map((e) => [s.name, e.text, whole(e.attempts)]));
  if (errors.length > 0) titled('details', 'What went wrong, by attempt', ['step', 'error', 'attempts'], errors);
}

function fillPercentiles() {
  const known = steps.find((s) => s.percentiles.length > 0);
  const rows = known ? known.percentiles.map(({percent}, i) =>
    [`${percent} %`, ...steps.map((s) => (s.percentiles.length > 0 ? millis(s.percentiles[i].ms) : '–'))]) : [];
  table(byId('percentiles'), ['at most (ms)', ...steps.map((s) => s.name)], rows);
}

function fillBroker() {
  const box = byId('broker');
  if (!broker || !broker.source) {
    box.append(element('p', broker
      ? `The broker was not captured: ${broker.failure}`
      : 'The broker was not captured: the run was made without --broker-api and RABBITMQ_URL.', 'missing'));
    return;
  }
  const alarms = broker.alarms === null ? NOT_CAPTURED : broker.alarms.length ? broker.alarms.join(', ') : 'none';
  titled('broker', `The broker during the run (queue ${broker.queue}, from ${broker.source})`, ['what', 'value'], [
    ['most ready', whole(broker.maxReady)],
    ['ready at the end', whole(broker.finalReady)],
    ['most unacked', whole(broker.maxUnacked)],
    ['messages published', whole(broker.growth.publish)],
    ['messages confirmed (whole broker)', whole(broker.growth.confirm)],
    ['messages delivered', whole(broker.growth.deliver)],
    ['messages acked', whole(broker.growth.ack)],
    ['messages redelivered', whole(broker.growth.redelivered)],
    ['alarms', alarms],
    ['questions without an answer', whole(broker.gaps)],
  ]);
  const rates = ['publish', 'confirm', 'deliver', 'ack', 'redelivered'];
  titled('broker', 'The broker in each step (rates are means, in messages a second)',
    ['step', 'most ready', 'most unacked', ...rates],
    steps.map((s) => [s.name, whole(s.broker.maxReady), whole(s.broker.maxUnacked),
      ...rates.map((name) => fixed(s.broker[name], 2))]));
}

function fillAnswers() {
  byId('answer-threads').textContent = steps.length > 1 && best
    ? `Of those tried, ${best.name} had the highest throughput: ${fixed(best.throughput, 2)} requests a second, p99 ${millis(best.latency.p99)} ms. See “Steps side by side”: fewer threads may be nearly as fast with shorter waits.`
    : 'This run has one step. Give a list, such as 2,4,8,16,32,64,128,256,512, to find out.';
  byId('answer-queue').textContent = broker && broker.source
    ? `Messages waiting in the queue: at most ${whole(broker.maxReady)}; at the end ${whole(broker.finalReady)}.`
    : 'Not captured in this run: give --broker-api or set RABBITMQ_URL.';
  byId('model').textContent = steps.some((s) => s.rate !== null)
    ? 'This run is of the open model: requests were sent on a schedule.'
    : 'This run is of the closed model: each thread waits for its answer before it sends again.';
}

function input() {
  const { inputLines, requests, seed, linesPerRequest } = result.run;
  const what = seed === null
    ? `${whole(inputLines)} lines that are not empty`
    : `${whole(requests)} ${manyLines ? 'lines' : 'requests'}, generated from seed ${seed}`;
  return manyLines ? `${what}, ${whole(linesPerRequest)} a request` : what;
}

function fillEnvironment() {
  const e = result.environment;
  table(byId('environment'), ['what', 'value'], [
    ['command', result.run.command],
    ['run', result.run.id],
    ['started', result.run.startedAt],
    ['servers', result.run.urls.join(', ')],
    ['workload', result.run.workload],
    ['input', input()],
    ['client', e.client],
    ['java', e.java],
    ['operating system', e.os],
    ['machine', `${e.cpus} CPUs, ${fixed(e.memoryBytes / 1073741824, 1)} GiB memory`],
    ['broker', broker && broker.source ? broker.source : NOT_CAPTURED],
  ]);
}

fillHeader();
fillSummary();
fillSteps();
fillPercentiles();
fillBroker();
fillAnswers();
fillEnvironment();
