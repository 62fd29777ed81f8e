/** The page only asks and draws; matching and checking happen in the worker. */
const worker = new Worker(new URL('./match-worker.js', import.meta.url), { type: 'module' });
const getElement = (id) => document.getElementById(id);
const SHOWN_AT_ONCE = 12;
const REASONS = {
  'wants-nothing': 'wants nothing proposed',
  'unknown-position': 'plays no known position',
  'too-little-time': 'has under two hours a week',
  'party-impossible': 'is in a party that cannot fit',
  'party-unplaced': 'is in a party with no place',
  'nobody-compatible': 'fits with nobody',
  'position-crowded': 'plays a crowded position',
  'no-squad-found': 'found no squad',
  'only-squad-wanted': 'wants a squad only',
  'only-pair-wanted': 'wants a pair only',
};

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isTwelve = Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12;
const clock = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: isTwelve ? 'h12' : 'h23',
});

const toWholeNumber = (value) => Math.round(value).toLocaleString('en');

let isBusy = false;
let squads = [];
let shownCount = 0;

getElement('order').addEventListener('submit', (event) => {
  event.preventDefault();
  if (isBusy) return;
  const order = new FormData(event.target);
  setBusy(true);
  // Without a value the bar runs on: how long a proof takes is not known beforehand.
  getElement('bar').removeAttribute('value');
  worker.postMessage({
    kind: 'match',
    players: Number(order.get('players')),
    seed: Number(order.get('seed')),
    proof: order.get('proof'),
    reader: { zone, clock: isTwelve ? 12 : 24 },
  });
});
getElement('more').addEventListener('click', () => showMore());
getElement('tamper').addEventListener('click', () => {
  if (!isBusy) worker.postMessage({ kind: 'tamper' });
});

worker.addEventListener('message', ({ data }) => {
  if (data.kind === 'progress') showProgress(data);
  if (data.kind === 'done') showOutcome(data);
  if (data.kind === 'verified') showVerdict(data);
});
worker.addEventListener('error', (event) => {
  setBusy(false);
  getElement('state').textContent =
    `The worker stopped: ${event.message || 'the package was not found; see the README beside this page'}.`;
});

function setBusy(busy) {
  isBusy = busy;
  for (const button of document.querySelectorAll('#order button, #tamper')) {
    button.setAttribute('aria-disabled', String(busy));
  }
}

function showProgress({ phase, done, of }) {
  if (phase === 'proof') getElement('state').textContent = 'Reading the players …';
  if (phase === 'squads') {
    getElement('bar').value = done / (of + 1);
    getElement('state').textContent = `Squads, pass ${done + 1} of ${of} …`;
  }
  if (phase === 'pairs') {
    getElement('bar').value = 0.9;
    getElement('state').textContent = 'Pairs from the remaining players …';
  }
}

function showOutcome({ seconds, certificate, squads: found, leftOver }) {
  const { pool, squads: count, pairs, total, bound, gap, scores, squadBound } = certificate;
  setBusy(false);
  getElement('bar').value = 1;
  getElement('state').textContent =
    `Done: ${pool.toLocaleString('en')} players in ${seconds.toFixed(2)} s, on this machine.`;
  getElement('outcome').hidden = false;
  getElement('figures').replaceChildren(
    createFigure('Squads of five', count),
    createFigure('Pairs', pairs),
    createFigure('Without a match', leftOver.length),
    createFigure('Mean score', scores.mean.toFixed(1)),
    createFigure('Gap at most', `${(100 * gap).toFixed(1)} %`),
    createFigure('Time', `${seconds.toFixed(2)} s`),
  );
  getElement('gap-words').textContent =
    `The squads are worth ${toWholeNumber(total)} points. No set of squads from these players can be worth more than ` +
    `${toWholeNumber(bound)}, and at most ${squadBound} squads are possible.`;
  getElement('reached').style.width = `${bound > 0 ? (100 * total) / bound : 100}%`;
  getElement('bound').textContent = `at most ${toWholeNumber(bound)}`;
  squads = found.toSorted((a, b) => b.score - a.score);
  shownCount = 0;
  getElement('squads').replaceChildren();
  showMore();
  const counts = Object.entries(certificate.leftOverByReason).sort(([, a], [, b]) => b - a);
  getElement('left-over').replaceChildren(
    ...counts.map(([reason, number]) =>
      createElement('li', {}, [
        createElement('span', {}, [REASONS[reason] ?? reason]),
        createElement('b', {}, [String(number)]),
      ]),
    ),
  );
}

function showVerdict({ faults, seconds }) {
  const verdict = getElement('verdict');
  const isValid = faults.length === 0;
  verdict.className = isValid ? 'holds' : 'broken';
  verdict.textContent = isValid
    ? `Verified: every squad, every total and both bounds (${seconds.toFixed(2)}\u00a0s).`
    : `Refused because of ${faults.length === 1 ? 'one problem' : `${faults.length} problems`}:`;
  getElement('faults').replaceChildren(...faults.slice(0, 5).map((fault) => createElement('li', {}, [fault])));
}

function showMore() {
  const next = squads.slice(shownCount, shownCount + SHOWN_AT_ONCE);
  shownCount += next.length;
  getElement('squads').append(...next.map(createSquadCard));
  getElement('more').hidden = shownCount >= squads.length;
  getElement('more').textContent = `Show more squads (${shownCount} of ${squads.length})`;
}

function createSquadCard({ score, session, minutes, seats, why }) {
  const head = createElement('div', { class: 'squad-head' }, [
    scoreRing(score),
    createElement('div', {}, [
      createElement('p', {}, [`${clock.format(new Date(session.start))}, first of the week`]),
      createElement('p', { class: 'when' }, [`${Math.round(minutes / 6) / 10} hours in common`]),
    ]),
  ]);
  const list = createElement(
    'ul',
    { class: 'seats' },
    seats.map(({ id, region, seat, isFirst }) =>
      createElement('li', {}, [
        createElement('b', {}, [seat]),
        createElement('span', {}, [id]),
        createElement('span', {}, [isFirst ? region : `${region}, flex`]),
      ]),
    ),
  );
  return createElement('li', {}, [head, list, createElement('p', { class: 'why' }, [why])]);
}

/** The score as a ring, with its number in the middle. */
function scoreRing(score) {
  const ns = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(ns, 'svg');
  svg.setAttribute('viewBox', '0 0 56 56');
  svg.setAttribute('width', '56');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `Score ${Math.round(score)} of 100`);
  const circumference = 2 * Math.PI * 24;
  const color = score >= 70 ? '#3ee6a5' : '#8b6cff';
  svg.innerHTML =
    '<circle cx="28" cy="28" r="24" fill="none" stroke="#2e2a55" stroke-width="6"/>' +
    `<circle cx="28" cy="28" r="24" fill="none" stroke="${color}" stroke-width="6" stroke-linecap="round" ` +
    `stroke-dasharray="${(circumference * score) / 100} ${circumference}" transform="rotate(-90 28 28)"/>` +
    `<text x="28" y="33" text-anchor="middle" fill="#f5f3ff" font-size="15" font-weight="700">${Math.round(score)}</text>`;
  return svg;
}

function createFigure(term, value) {
  return createElement('div', {}, [createElement('dt', {}, [term]), createElement('dd', {}, [String(value)])]);
}

function createElement(name, attributes, children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
