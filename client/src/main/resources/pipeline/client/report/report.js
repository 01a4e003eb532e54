'use strict';
/* Draws what the JSON block holds. Every number comes from there; this only formats. page.js comes first. */
const result = JSON.parse(document.getElementById('result').textContent);
const steps = result.steps;
const broker = result.broker;
const best = result.best === null ? null : steps[result.best];
const manyLines = result.run.linesPerRequest > 1;
/** What deploy/run tells of the whole pipeline; null where the client ran by itself. */
const story = JSON.parse(byId('story').textContent);
const firstMillis = Date.parse(result.run.startedAt);
const typed = story ? story.command : result.run.command;
const kills = (story ? story.kills : []).map((kill) => ({...kill, seconds: (kill.epochMillis - firstMillis) / 1000}));
const unit = {'lift-rides': 'rides', swipes: 'swipes'}[result.run.workload] || 'lines';
const NOT_CAPTURED = 'not captured';

const whole = (n) => (n === null ? NOT_CAPTURED : n.toLocaleString('en-US', {maximumFractionDigits: 0}));
/** A measured number has three digits that mean something. */
const measured = (n) => (n === null ? NOT_CAPTURED : n.toLocaleString('en-US', {maximumSignificantDigits: 3}));
const millis = (n) => (n === null ? '–' : measured(n));
const seconds = (n) => n.toLocaleString('en-US', {minimumFractionDigits: 1, maximumFractionDigits: 1});
const number = (n, what) => `${whole(n)} ${what}${n === 1 ? '' : 's'}`;

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
  const parts = [result.run.workload, `started ${when}`];
  if (story) parts.push(number(story.servers, 'server'), number(story.consumers, 'consumer'), story.broker);
  byId('subtitle').textContent = parts.join(' · ');
  byId('command').textContent = typed;
  document.title = `Load test report · ${when}`;
}

/** Whether every line was counted once, what was killed, and how long nothing was confirmed then. */
function verdict() {
  const {exact, lines, lost, pauseMillis} = story;
  const wrong = lost > 0 ? `${whole(lost)} of ${whole(lines)} ${unit} lost`
    : lost < 0 ? `${whole(-lost)} ${unit} counted again, ${whole(lines)} sent`
      : `the counts are not those of the ${whole(lines)} ${unit} that were sent`;
  return [
    exact ? `EXACT: ${whole(lines)} of ${whole(lines)} ${unit} counted, none twice` : `WRONG: ${wrong}`,
    ...kills.map((kill) => `${kill.process} killed at ${seconds(kill.seconds)} s`),
    ...(pauseMillis === null ? [] : [`${seconds(pauseMillis / 1000)} s without a confirmed line`]),
  ].join(', ');
}

function fillStory() {
  if (result.run.stopped) {
    byId('stopped').textContent = `Stopped early: ${result.run.stopped}.`;
  }
  const marks = [];
  if (steps.length > 1) {
    const isDrained = steps.some((s) => s.drainSeconds !== null);
    marks.push(`Grey bands are the steps${isDrained ? '; between them the client waits for an empty queue' : ''}.`);
  }
  if (steps.some((s) => s.warmUpSeconds > 0)) marks.push('Orange bands are warm-ups, which the numbers leave out.');
  byId('marks').textContent = marks.join(' ');
  if (!story) return;
  byId('verdict').hidden = false;
  byId('verdict').className = story.exact ? 'met' : 'unmet';
  byId('verdict').textContent = `${verdict()}.`;
  if (story.latencies.length > 0) {
    const fields = (text) => text.split(': ')[1].split(' ').map((field) => field.split('='));
    titled('counted', 'From published to counted, by consumer since its last start', ['consumer', ...fields(story.latencies[0]).map((f) => f[0])],
      story.latencies.map((text) => [text.split(',')[0], ...fields(text).map((f) => f[1].replace(/^([\d.]+)(ms)?$/, (all, n, ms) =>
        (ms ? `${millis(Number(n))} ms` : whole(Number(n)))))]));
  }
}

/** How many times as fast a step was in its last quarter as in its first; 1 where that tells nothing. */
function growth(step, index) {
  const end = step.startSeconds + step.warmUpSeconds + step.wallSeconds;
  const rates = result.seconds.filter((s) => s.step === index && !s.warmUp && s.width > 0.5).map((s) => s.linesPerSecond);
  if (rates.length < 8 || kills.some((kill) => kill.seconds > step.startSeconds && kill.seconds < end)) return 1;
  const quarter = Math.floor(rates.length / 4);
  const sum = (some) => some.reduce((a, b) => a + b);
  return sum(rates.slice(-quarter)) / sum(rates.slice(0, quarter));
}

/** The steps that were sent to programs which were not warm: they cannot be compared. */
const cold = steps.filter((step, i) => growth(step, i) >= 1.5);

function fillCold() {
  const told = cold.map((step) => `${step.name} had ${measured(growth(step, steps.indexOf(step)))} times as many ${unit} a second at its end as at its beginning`);
  if (told.length > 0) {
    byId('cold').textContent = `Not warm: ${told.join('; ')}. Give a longer --warmup before you compare.`;
  } else if (steps.length > 1 && steps[0].warmUpSeconds === 0) {
    byId('cold').textContent = 'Without --warmup the first step has the time in which the programs warm up.';
  }
}

function fillSummary() {
  if (best === null) {
    byId('best').textContent = 'No step was run.';
    return;
  }
  byId('best').textContent = steps.length > 1
    ? `Highest throughput of ${steps.length} steps: ${best.name}. Its numbers:`
    : `${best.name}.`;
  const tiles = [
    ['Requests a second', measured(best.throughput)],
    ...(manyLines ? [['Lines a second', measured(best.linesPerSecond)]] : []),
    ['Successful', whole(best.successes)],
    ['Unsuccessful', whole(best.failures)],
    ['Mean', `${millis(best.latency.mean)} ms`],
    ['Median', `${millis(best.latency.p50)} ms`],
    ['99th percentile', `${millis(best.latency.p99)} ms`],
    ['Max', `${millis(best.latency.max)} ms`],
    ['Wall time', `${measured(best.wallSeconds)} s`],
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
    ['requests /s', (s) => measured(s.throughput)],
    ...(manyLines ? [['lines /s', (s) => measured(s.linesPerSecond)]] : []),
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
    ['wall s', (s) => measured(s.wallSeconds)],
  ];
  if (has('rate')) columns.push(['service p99', (s) => millis(s.service.p99)]);
  if (has('late')) columns.push(['late', (s) => (s.late === null ? '–' : whole(s.late))]);
  if (has('dropped')) columns.push(['dropped', (s) => (s.dropped === null ? '–' : whole(s.dropped))]);
  if (has('predictedThroughput')) {
    columns.push(['Little’s law /s', (s) => (s.predictedThroughput === null ? '–' : measured(s.predictedThroughput))]);
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
  const figures = [
    ['most ready', whole(broker.maxReady)],
    ['ready at the end', whole(broker.finalReady)],
    ['most unacked', whole(broker.maxUnacked)],
    ['alarms', alarms],
    ['questions without an answer', whole(broker.gaps)],
  ];
  const told = figures.filter(([, value]) => value !== NOT_CAPTURED);
  titled('broker', `The broker during the run (queue ${broker.queue}, from ${broker.source})`, ['what', 'value'], told);
  if (told.length < figures.length) {
    const untold = figures.filter((figure) => !told.includes(figure)).map(([name]) => name);
    box.append(element('p', `This source does not tell: ${untold.join(', ')}.`, 'missing'));
  }
  const columns = [
    ['step', (s) => s.name],
    ['most ready', (s) => whole(s.broker.maxReady)],
    ['most unacked', (s) => whole(s.broker.maxUnacked)],
  ].filter(([, value]) => steps.some((s) => value(s) !== NOT_CAPTURED));
  titled('broker', 'The broker in each step',
    columns.map(([name]) => name), steps.map((s) => columns.map(([, value]) => value(s))));
}

function fillAnswers() {
  byId('answer-threads').textContent = steps.length > 1 && best
    ? `Of those tried, ${best.name} had the highest throughput: ${measured(best.throughput)} requests a second, p99 ${millis(best.latency.p99)} ms. See “Steps side by side”: fewer threads may be nearly as fast with shorter waits.`
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
    ['command', typed],
    ...(story ? [['client', result.run.command], ['in the pipeline', `${number(story.servers, 'server')}, ${number(story.consumers, 'consumer')}`], ['broker', story.broker]] : []),
    ['run', result.run.id],
    ['started', result.run.startedAt],
    ['servers', result.run.urls.join(', ')],
    ['workload', result.run.workload],
    ['input', input()],
    ['version', e.client],
    ['java', e.java],
    ['operating system', e.os],
    ['machine', `${number(e.cpus, 'CPU')}, ${measured(e.memoryBytes / 1073741824)} GiB memory`],
    ['broker\'s figures', broker && broker.source ? broker.source : NOT_CAPTURED],
  ]);
}

fillHeader();
fillStory();
fillCold();
fillSummary();
fillSteps();
fillPercentiles();
fillBroker();
fillAnswers();
fillEnvironment();
