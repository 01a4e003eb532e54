'use strict';
/* Tables and charts in the colours of the style sheet, for every page. Chart.js comes first. */
const byId = (id) => document.getElementById(id);
const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3], [12, 4], [3, 6]];
const MARKS = ['circle', 'rect', 'triangle', 'rectRot', 'star', 'crossRot'];
const axisNumber = (n) => n.toLocaleString('en-US', {maximumSignificantDigits: 6});

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function table(target, header, rows) {
  const head = element('tr');
  header.forEach((text) => {
    const cell = element('th', text);
    cell.scope = 'col';
    head.append(cell);
  });
  target.append(element('thead'), element('tbody'));
  target.tHead.append(head);
  rows.forEach((cells) => {
    const row = element('tr');
    cells.forEach((text) => row.append(element('td', text)));
    target.tBodies[0].append(row);
  });
  return target;
}

const charts = [];

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function missing(id, text) {
  const canvas = byId(id);
  canvas.closest('.plot').replaceWith(Object.assign(element('p', text, 'missing'), {id}));
}

function line(label, index, points, extra) {
  return {
    label, data: points, tone: `--c${index + 1}`, borderDash: DASHES[index % DASHES.length],
    pointStyle: MARKS[index % MARKS.length], borderWidth: 2, tension: 0, spanGaps: false, ...extra,
  };
}

function paint(chart) {
  const ink = colour('--soft');
  const grid = colour('--line');
  chart.data.datasets.forEach((set) => {
    set.borderColor = colour(set.tone);
    set.backgroundColor = colour(set.tone);
  });
  Object.values(chart.options.scales).forEach((scale) => {
    scale.ticks.color = ink;
    scale.title.color = ink;
    scale.grid.color = grid;
  });
  chart.options.plugins.legend.labels.color = colour('--ink');
}

/** Nothing is drawn without points, but where they come later: with options.live. */
function draw(id, datasets, x, y, options) {
  const shown = options.live ? datasets : datasets.filter((set) => set.data.some((point) => point.y !== null));
  if (shown.length === 0) {
    missing(id, `Not captured${options.why ? `: ${options.why}` : ''}.`);
    return;
  }
  const canvas = byId(id);
  const few = Math.max(...shown.map((set) => set.data.length)) <= 60;
  shown.forEach((set) => {
    set.pointRadius ??= few ? 3 : 0;
    set.pointHitRadius = 8;
  });
  const title = canvas.closest('figure').querySelector('h3').textContent;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `${title}: ${shown.map((set) => set.label).join(', ')}. ${options.live ? '' : 'The numbers are in the tables.'}`);
  const chart = new Chart(canvas, {
    type: options.type || 'line',
    data: {datasets: shown, labels: options.labels},
    plugins: options.behind || [],
    options: {
      animation: false, responsive: true, maintainAspectRatio: false, indexAxis: options.indexAxis,
      interaction: {mode: 'nearest', axis: 'x', intersect: false},
      scales: {
        x: {grid: {}, ticks: {maxRotation: 0, autoSkipPadding: 12}, ...x, title: {display: true, text: x.name}},
        ...Object.fromEntries([y, ...(options.below || [])].map((scale, i) => [i === 0 ? 'y' : `y${i}`,
          {grid: {}, ticks: {callback: axisNumber, maxTicksLimit: 8}, afterFit: options.afterFit, ...scale, title: {display: true, text: scale.name}}])),
      },
      plugins: {legend: {display: shown.length > 1, labels: {usePointStyle: true, boxHeight: 7}}, ...options.plugins},
    },
  });
  paint(chart);
  chart.update();
  charts.push(chart);
  canvas.dataset.points = shown.reduce((sum, set) => sum + set.data.filter((point) => point.y !== null).length, 0);
  canvas.dataset.series = shown.map((set) => set.label).join(',');
  return chart;
}

/** Two plots over one time axis: lines a second above, the queue below. */
function drawStory(id, upper, lower, x, unit, options) {
  /* the number at the top would stand on the 0 of the plot above */
  const ticks = {maxTicksLimit: 6, precision: 0, callback: (n, i, all) => (i === all.length - 1 ? '' : axisNumber(n))};
  const y = {type: 'linear', beginAtZero: true, stack: 'story'};
  return draw(id, [...upper, ...lower.map((set) => ({...set, yAxisID: 'y1'}))], x,
    {...y, name: `${unit} a second`, stackWeight: 3, weight: 1, grace: options.grace},
    {...options, below: lower.length > 0 ? [{...y, name: 'messages', stackWeight: 2, ticks}] : []});
}

/** A red line with a text at each of the marks. */
const redLines = (marks) => ({
  id: 'redLines',
  afterDatasetsDraw({ctx, chartArea: area, scales: {x}}) {
    ctx.save();
    ctx.font = `bold 12px ${Chart.defaults.font.family}`;
    ctx.fillStyle = colour('--bad');
    marks().forEach((mark, i) => {
      const at = x.getPixelForValue(mark.x);
      const {width} = ctx.measureText(mark.text);
      ctx.fillRect(at - 1, area.top, 2, area.bottom - area.top);
      ctx.fillText(mark.text, at + width + 8 > area.right ? at - width - 5 : at + 5, area.top + 28 + 15 * i);
    });
    ctx.restore();
  },
});

function repaint() {
  charts.forEach((chart) => {
    paint(chart);
    chart.resize();
    chart.update('none');
  });
}

Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
addEventListener('beforeprint', repaint);
addEventListener('afterprint', repaint);
