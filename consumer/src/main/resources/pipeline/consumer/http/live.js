'use strict';
/* Shows what the consumer's events tell. page.js comes first. */
const SILENT_MILLIS = 5000;
const SHOWN_MILLIS = 600_000;
const UNKNOWN = '–';

const whole = (n) => (n < 0 ? UNKNOWN : n.toLocaleString('en-US'));
/** A measured number has three digits that mean something. */
const measured = (n) => (n < 0 ? UNKNOWN : n.toLocaleString('en-US', {maximumSignificantDigits: 3}));
const millis = (n) => (n === undefined ? UNKNOWN : `${measured(n)} ms`);
const number = (n, what) => `${whole(n)} ${what}${n === 1 ? '' : 's'}`;

/** One child for each item, kept from event to event. What comes from a message is only ever put in as text. */
function fill(list, items, make, show) {
  while (list.children.length > items.length) list.lastChild.remove();
  items.forEach((item, i) => show(list.children[i] || list.appendChild(make()), item));
}

function made(tag, ...children) {
  const parent = element(tag);
  parent.append(...children);
  return parent;
}

let samples = [];
let chart = null;
/** When the consumer was last heard of before it came back. */
let deaths = [];

/** A hole in the samples breaks the line. */
function points(field) {
  const now = samples.at(-1)[0];
  return samples.flatMap((sample, i) => {
    const point = {x: (sample[0] - now) / 1000, y: sample[field] < 0 ? null : sample[field]};
    return i > 0 && sample[0] - samples[i - 1][0] > SILENT_MILLIS ? [{x: point.x, y: null}, point] : [point];
  });
}

function showHistory(more, unit) {
  const now = more.at(-1)[0];
  samples = samples.filter((sample) => sample[0] < more[0][0]).concat(more).filter((sample) => now - sample[0] <= SHOWN_MILLIS);
  deaths = deaths.filter((death) => now - death <= SHOWN_MILLIS);
  byId('back').hidden = deaths.length === 0;
  if (!chart) {
    const curve = (label, index, extra) => line(label, index, [], {pointRadius: 0, ...extra});
    chart = drawStory('history', [curve(`${unit} counted`, 0)], [curve('ready', 1), curve('unacked', 2)],
      {type: 'linear', max: 0, name: 'seconds ago', ticks: {maxRotation: 0, autoSkipPadding: 12, callback: (x) => axisNumber(Math.abs(x))}}, unit,
      {live: true, behind: [redLines(() => deaths.map((death) => ({x: (death - samples.at(-1)[0]) / 1000, text: 'consumer gone'})))]});
  }
  chart.data.datasets.forEach((set, i) => { set.data = points(i + 1); });
  chart.options.scales.x.min = Math.min(-60, (samples[0][0] - now) / 1000);
  chart.update('none');
  chart.canvas.dataset.points = samples.length;
}

function showTiles(tiles) {
  fill(byId('tiles'), tiles, () => made('div', element('dt'), element('dd')), (tile, [name, text]) => {
    tile.dataset.name = name;
    tile.firstChild.textContent = name;
    tile.lastChild.textContent = text;
  });
}

function showTop(top) {
  fill(byId('top'), top, () => made('li', element('span', '', 'bar'), element('bdi'), element('span')), (row, word) => {
    const [bar, name, count] = row.children;
    bar.style.width = `${100 * word.count / top[0].count}%`;
    name.textContent = name.title = word.name;
    count.textContent = whole(word.count);
  });
}

function showRuns(counts) {
  const some = counts.runs > counts.recent.length ? `, the ${counts.recent.length} latest here` : '';
  byId('runs-sum').textContent = `${number(counts.runs, 'run')}${some} · ${number(counts.duplicates, 'duplicate')} dropped`;
  fill(byId('runs'), counts.recent, () => made('li', element('code'), element('progress'), element('p')), (item, run) => {
    const [id, bar, text] = item.children;
    item.className = run.complete ? 'whole' : '';
    id.textContent = run.run;
    bar.max = Math.max(1, run.highest + 1, ...run.ends);
    bar.value = run.lines;
    bar.setAttribute('aria-label', `counted of run ${run.run}`);
    const gaps = run.complete ? 'complete'
      : run.missing === 0 ? (run.ends.length > 0 ? 'its end says otherwise' : 'no gaps, not ended')
        : `${whole(run.missing)} missing: ${run.gaps.join(', ')}${run.moreGaps ? ', …' : ''}`;
    text.textContent = `${whole(run.lines)} counted of ${run.ends.map(whole).join(' or ') || '?'} · ${gaps} · ${number(run.duplicates, 'duplicate')}`;
  });
}

/** What was known when the counts could last be read. */
let before = null;

function tellOfDeath(live, unit) {
  const now = {started: live.started, millis: live.samples.at(-1)[0], lines: live.counts.figures[unit]};
  if (before && before.started !== now.started) {
    const seconds = Math.max(1, Math.round((now.started - before.millis) / 1000));
    const gone = before.lines - now.lines;
    byId('back').textContent = `The consumer was away for about ${seconds} s. ${gone > 0
      ? `${whole(gone)} ${unit} that it had counted are gone: --state or --store keeps them.`
      : 'Its counts go on from what it saved.'}`;
    deaths.push(before.millis);
  }
  before = now;
}

/** Told again with each event, but read aloud only when it was asked for. */
async function showCount(isAsked) {
  const word = byId('word').value.trim();
  let text = '';
  if (word) {
    try {
      /* after %2F a word that is a dot stays in the address */
      const answer = await fetch(`textbody/wordcount%2F${encodeURIComponent(word)}`);
      text = answer.ok ? whole((await answer.json()).message) : 'not known at present';
    } catch {
      text = 'not known at present';
    }
  }
  if (word !== byId('word').value.trim()) return;
  byId('count').ariaLive = isAsked ? 'polite' : 'off';
  byId('count').textContent = text;
}

let events;
let heard = null; // when the last event came

function say(text, isGood) {
  const state = byId('state');
  if (state.textContent !== text) state.textContent = text;
  state.className = isGood ? 'met' : 'unmet';
  document.body.classList.toggle('old', !isGood && heard !== null);
}

function show(live) {
  document.title = `${live.workload} – consumer`;
  document.querySelector('h1').textContent = live.workload;
  const [, rate, ready, unacked] = live.samples.at(-1);
  const counts = live.counts;
  const figures = Object.entries(counts ? counts.figures : {});
  const unit = counts ? figures[0][0] : 'lines';
  if (counts) tellOfDeath(live, unit);
  showHistory(live.samples, unit);
  showTiles([
    [`${unit} a second`, measured(rate)],
    ['ready', whole(ready)],
    ['unacked', whole(unacked)],
    ['half counted within', millis(live.latency?.p50)],
    ['99 % counted within', millis(live.latency?.p99)],
    ['all counted within', millis(live.latency?.max)],
    ...figures.map(([name, total]) => [name, whole(total)]),
  ]);
  if (!counts) {
    say('the counts cannot be read at present', false);
    return;
  }
  document.querySelector('.unit').textContent = unit;
  byId('ranking').hidden = !counts.ranked;
  showTop(counts.top);
  showRuns(counts);
  showCount(false);
  if (ready < 0) say('the broker is away', false);
  else say('live', true);
}

function connect() {
  events = new EventSource('events');
  events.onmessage = (message) => {
    heard = Date.now();
    show(JSON.parse(message.data));
  };
  events.onerror = () => {
    say('connection lost, trying again', false);
    // after an answer that is no stream the browser does not try again by itself
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, 3000);
  };
}

setInterval(() => {
  const isSilent = heard !== null && Date.now() - heard > SILENT_MILLIS;
  if (isSilent && events.readyState === EventSource.OPEN) say(`no news since ${new Date(heard).toLocaleTimeString()}`, false);
}, 1000);
byId('word').addEventListener('input', () => showCount(true));
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  showCount(true);
});
connect();
