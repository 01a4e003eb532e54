'use strict';
/* The charts of the report; page.js and report.js come first. */

/** Shading behind the steps, a line where each begins, and its name while there is room. */
const stepBands = {
  id: 'stepBands',
  beforeDatasetsDraw(chart) {
    if (steps.length < 2) return;
    const {ctx, chartArea: area, scales: {x}} = chart;
    ctx.save();
    ctx.font = `11px ${Chart.defaults.font.family}`;
    steps.forEach((step) => {
      const left = x.getPixelForValue(step.startSeconds);
      const right = x.getPixelForValue(step.startSeconds + step.wallSeconds);
      ctx.fillStyle = colour('--band');
      ctx.fillRect(left, area.top, right - left, area.bottom - area.top);
      ctx.fillStyle = colour('--soft');
      ctx.fillRect(left, area.top, 1, area.bottom - area.top);
      if (ctx.measureText(step.name).width < right - left - 4) ctx.fillText(step.name, left + 3, area.top + 11);
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
  const options = {behind: [stepBands], afterFit: (scale) => { scale.width = 64; }};
  const failed = result.seconds.some((s) => s.failures > 0);
  const outcome = [line('succeeded', 0, overSeconds((s) => s.throughput))];
  if (failed) outcome.push(line('failed', 3, overSeconds((s) => s.failuresPerSecond)));
  draw('time-throughput', outcome, x, {type: 'linear', beginAtZero: true, name: 'requests a second'}, options);
  if (manyLines) {
    draw('time-lines', [line('lines', 2, overSeconds((s) => s.linesPerSecond))], x, {type: 'linear', beginAtZero: true, name: 'lines a second'}, options);
  } else {
    byId('lines').remove();
  }
  draw('time-latency', ['p50', 'p90', 'p99', 'max'].map((name, i) => line(name, [2, 0, 1, 3][i], overSeconds((s) => s[name]))),
    x, {type: 'logarithmic', name: 'milliseconds'}, options);

  const samples = broker ? broker.samples : [];
  const why = broker ? (broker.source ? 'the broker did not tell' : broker.failure) : 'the run was made without --broker-api and RABBITMQ_URL';
  const fromBroker = (label, index, value, extra) => line(label, index, samples.map((s) => ({x: s.t, y: value(s)})), extra);
  draw('time-queue', [fromBroker('ready', 0, (s) => s.ready), fromBroker('unacked', 1, (s) => s.unacked)],
    x, {type: 'linear', beginAtZero: true, name: 'messages'}, {...options, why});
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
