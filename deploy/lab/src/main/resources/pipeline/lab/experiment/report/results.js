'use strict';
/* Draws the page that the JSON block describes. Nothing is computed here. page.js comes first. */
const content = JSON.parse(byId('page').textContent);
const main = document.querySelector('main');

function scrolling(made, label) {
  const scroll = element('div', undefined, 'scroll');
  scroll.tabIndex = 0;
  scroll.setAttribute('role', 'region');
  scroll.setAttribute('aria-label', label);
  scroll.append(made);
  return scroll;
}

function addSection(section) {
  const made = element('section');
  if (section.title) made.append(element('h2', section.title));
  section.paragraphs.forEach((text) => made.append(element('p', text)));
  if (section.command) made.append(element('pre', section.command));
  if (section.sentences) {
    const list = element('ul', undefined, 'findings');
    section.sentences.forEach((text) => list.append(element('li', text)));
    made.append(list);
  }
  if (section.table) {
    const {header, rows} = section.table;
    const drawn = table(element('table'), header, rows);
    header.forEach((_, i) => {
      if (rows.every((row) => /^[-+×]?\d/.test(row[i]) || row[i] === '' || row[i] === '-')) return;
      [...drawn.rows].forEach((row) => row.cells[i].classList.add('words'));
    });
    made.append(scrolling(drawn, section.title));
  }
  const grid = element('div', undefined, 'grid');
  section.charts.forEach((chart) => grid.append(figure(chart)));
  if (section.charts.length > 0) made.append(grid);
  if (section.link) {
    const link = element('a', section.link);
    link.href = section.link;
    const line = element('p', 'All of it: ');
    line.append(link);
    made.append(line);
  }
  main.append(made);
}

let canvases = 0;

function figure(chart) {
  const made = element('figure');
  const caption = element('figcaption');
  caption.append(element('h3', chart.title), chart.about);
  const plot = element('div', undefined, 'plot');
  const canvas = element('canvas');
  canvas.id = chart.id = `chart-${canvases++}`;
  if (chart.series.length > 6) plot.style.height = `${14 + 1.2 * chart.series.length}rem`; // its legend
  if (chart.kind !== 'lines') plot.style.height = `${5 + 1.8 * chart.labels.length}rem`;
  plot.append(canvas);
  made.append(caption, plot);
  return made;
}

/** What is too small to matter, behind the intervals. */
const margin = (size) => ({
  id: 'margin',
  beforeDatasetsDraw({ctx, chartArea: area, scales: {x}}) {
    const left = Math.max(area.left, x.getPixelForValue(-size));
    const right = Math.min(area.right, x.getPixelForValue(size));
    ctx.save();
    ctx.fillStyle = colour('--line');
    ctx.fillRect(left, area.top, Math.max(0, right - left), area.bottom - area.top);
    ctx.restore();
  },
});

const short = (label) => (label.length > 24 ? `${label.slice(0, 23)}…` : label);

function drawLines(chart) {
  const looks = {
    line: {borderDash: []},
    points: {showLine: false},
    dashed: {borderDash: [7, 5], pointStyle: 'rectRot'},
    hidden: {borderDash: [], hidden: true},
  };
  const sets = chart.series.map((series) => line(series.name, series.colour - 1,
    series.values.map((y, i) => ({x: chart.labels[i], y})), {spanGaps: true, ...looks[series.look]}));
  draw(chart.id, sets, {type: 'category', offset: chart.labels.length < 5, name: chart.across},
    {type: 'linear', beginAtZero: true, name: chart.values}, {labels: chart.labels});
}

/** From the top to the bottom: a name on the left, its bar beside it. */
function drawAcross(chart, sets, x, options) {
  draw(chart.id, sets, {type: 'linear', ticks: {callback: axisNumber, maxTicksLimit: 8}, name: chart.values, ...x},
    {type: 'category', name: '', offset: true, ticks: {callback: (_, i) => short(chart.labels[i]), autoSkip: false}, ...options.y},
    {type: 'bar', indexAxis: 'y', labels: chart.labels, ...options});
}

function drawIntervals(chart) {
  const {values, ends} = chart.series[0];
  const bars = line('95 % interval', 0, ends.map((x, i) => ({x, y: chart.labels[i]})), {barThickness: 6});
  const middles = line('effect', 0, values.map((x, i) => ({x, y: chart.labels[i]})), {type: 'line', showLine: false, tone: '--ink'});
  drawAcross(chart, [middles, bars], {suggestedMin: -1.6 * chart.margin, suggestedMax: 1.6 * chart.margin},
    {behind: [margin(chart.margin)], plugins: {legend: {display: false, labels: {}}}});
}

function drawBars(chart) {
  const sets = chart.series.filter((series) => series.values.some((value) => value !== null))
    .map((series) => line(series.name, series.colour - 1,
      series.values.map((x, i) => ({x, y: chart.labels[i]})), {barPercentage: 0.7}));
  drawAcross(chart, sets, {stacked: true, beginAtZero: true}, {y: {stacked: true}});
}

document.title = content.title;
document.querySelector('h1').textContent = content.title;
if (content.subtitle) byId('subtitle').textContent = content.subtitle;
else byId('subtitle').remove();
byId('command').textContent = content.command;
content.sections.forEach(addSection);
const kinds = {lines: drawLines, intervals: drawIntervals, bars: drawBars};
content.sections.flatMap((section) => section.charts).forEach((chart) => kinds[chart.kind](chart));
document.documentElement.dataset.rendered = 'true';
