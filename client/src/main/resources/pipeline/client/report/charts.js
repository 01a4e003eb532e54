'use strict';
/* The charts of the report; page.js and report.js come first. */

/** Writes at the top of a band, along its left edge where it is narrow. */
function bandLabel(ctx, area, text, left, right) {
  if (ctx.measureText(text).width < right - left - 4) {
    ctx.fillText(text, left + 3, area.top + 11);
    return;
  }
  ctx.save();
  ctx.translate(left + 2, area.top + 3);
  ctx.rotate(Math.PI / 2);
  ctx.fillText(text, 0, -1);
  ctx.restore();
}

/** Bands with their names behind the steps and their warm-ups. */
const timeMarks = {
  id: 'timeMarks',
  beforeDatasetsDraw(chart) {
    const {ctx, chartArea: area, scales: {x}} = chart;
    const at = (seconds) => x.getPixelForValue(seconds);
    const fill = (tone, left, right) => {
      ctx.fillStyle = colour(tone);
      ctx.fillRect(left, area.top, right - left, area.bottom - area.top);
    };
    ctx.save();
    ctx.font = `11px ${Chart.defaults.font.family}`;
    steps.forEach((step) => {
      const [left, warm, right] = [0, step.warmUpSeconds, step.warmUpSeconds + step.wallSeconds].map((s) => at(step.startSeconds + s));
      fill('--warm', left, warm);
      if (steps.length > 1) fill('--band', warm, right);
      fill('--soft', left, left + 1);
      if (warm - left > 12) bandLabel(ctx, area, 'warm-up', left, warm);
      if (steps.length > 1) bandLabel(ctx, area, cold.includes(step) ? `${step.name}, not warm` : step.name, warm, right);
    });
    ctx.restore();
  },
};

function drawSweep() {
  if (steps.length < 2) return;
  byId('sweep').hidden = false;
  const byThreads = new Set(steps.map((s) => s.threads)).size === steps.length;
  const labels = steps.map((s) => (byThreads ? String(s.threads) : s.name));
  const x = {type: 'category', name: byThreads ? 'client threads' : 'step'};
  const one = (id, name, index, value) =>
    draw(id, [line(name, index, steps.map((s, i) => ({x: labels[i], y: value(s)})))], x,
      {type: 'linear', beginAtZero: true, name}, {labels});
  one('sweep-throughput', 'requests a second', 0, (s) => s.throughput);
  one('sweep-mean', 'milliseconds', 1, (s) => s.latency.mean);
  one('sweep-p99', 'milliseconds', 3, (s) => s.latency.p99);
  one('sweep-wall', 'seconds', 2, (s) => s.wallSeconds);
}

/** A gap between two steps breaks the line; it was not measured there. */
function overSeconds(value) {
  const points = [];
  result.seconds.forEach((second, i) => {
    const before = result.seconds[i - 1];
    if (before && before.step !== second.step) points.push({x: second.t, y: null});
    points.push({x: second.t + second.width / 2, y: value(second)});
  });
  return points;
}

/** The common end of all time axes: the last thing that any of them shows. */
function endSeconds() {
  const ends = result.seconds.map((s) => s.t + s.width).concat((broker ? broker.samples : []).map((s) => s.t));
  return Math.ceil(ends.reduce((a, b) => Math.max(a, b), 1));
}

function drawTime() {
  const x = {type: 'linear', min: 0, max: endSeconds(), name: 'seconds since the first request'};
  /* all plots begin at the same place on the page, however long their numbers are */
  const behind = (text) => [timeMarks, redLines(() => kills.map((kill) => ({x: kill.seconds, text: text(kill)})))];
  const options = {behind: behind(() => ''), afterFit: (scale) => { scale.width = 72; }};
  const samples = broker ? broker.samples : [];
  const fromBroker = (label, index, value, extra) => line(label, index, samples.map((s) => ({x: s.t, y: value(s)})), extra);
  const upper = [line(`${unit} confirmed`, 0, overSeconds((s) => s.linesPerSecond))];
  if (result.seconds.some((s) => s.failures > 0)) upper.push(line('requests failed', 3, overSeconds((s) => s.failuresPerSecond)));
  const queue = [fromBroker('ready', 1, (s) => s.ready), fromBroker('unacked', 2, (s) => s.unacked)];
  const hasQueue = queue.some((set) => set.data.some((point) => point.y !== null));
  drawStory('story-chart', upper, hasQueue ? queue : [], x, unit, {...options, behind: behind((kill) => `${kill.process} killed`), grace: kills.length > 0 ? '60%' : 0});
  draw('time-latency', ['p50', 'p90', 'p99', 'max'].map((name, i) => line(name, [2, 0, 1, 3][i], overSeconds((s) => s[name]))),
    x, {type: 'logarithmic', name: 'milliseconds'}, options);

  const why = broker ? (broker.source ? 'the broker did not tell' : broker.failure) : 'the run was made without --broker-api and RABBITMQ_URL';
  byId('no-queue').hidden = hasQueue;
  byId('no-queue').textContent = `The queue was not captured: ${why}.`;
  /* a rate is known only as often as the broker refreshes its counters: the line joins those */
  draw('time-rates', ['publish', 'confirm', 'deliver', 'ack', 'redelivered'].map((name, i) =>
    fromBroker(name, i, (s) => s[name], {data: samples.filter((s) => s[name] !== null).map((s) => ({x: s.t, y: s[name]}))})),
    x, {type: 'linear', beginAtZero: true, name: 'messages a second'}, {...options, why});
  draw('time-memory', [fromBroker('memory', 4, (s) => (s.memoryBytes === null ? null : s.memoryBytes / 1048576))],
    x, {type: 'linear', beginAtZero: true, name: 'MiB'}, {...options, why});
}

function drawDistribution() {
  const place = (percent) => Math.log10(100 / (100 - percent));
  const share = (value) => `${Number((100 - 100 / 10 ** value).toFixed(6))} %`;
  const curves = steps.map((step, i) => line(step.name, i % 6, step.distribution
    .filter((point) => point.percent < 100)
    .map((point) => ({x: place(point.percent), y: point.ms})), {stepped: false}));
  draw('distribution', curves, {
    type: 'linear', min: 0, name: 'share of the requests that were at least this fast',
    ticks: {stepSize: 1, maxRotation: 0, callback: share},
  }, {type: 'logarithmic', name: 'milliseconds'}, {
    plugins: {tooltip: {callbacks: {
      title: (items) => share(items[0].parsed.x),
      label: (item) => `${item.dataset.label}: at most ${millis(item.parsed.y)} ms`,
    }}},
  });
}

drawSweep();
drawTime();
drawDistribution();
document.documentElement.dataset.rendered = 'true';
