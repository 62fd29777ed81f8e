/** The page only asks and draws; matching and checking happen in the worker. */
const worker = new Worker(new URL('./match-worker.js', import.meta.url), { type: 'module' });
const at = (id) => document.getElementById(id);
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

at('order').addEventListener('submit', (event) => {
  event.preventDefault();
  if (isBusy) return;
  const order = new FormData(event.target);
  setBusy(true);
  // Without a value the bar runs on: how long a proof takes is not known beforehand.
  at('bar').removeAttribute('value');
  worker.postMessage({
    kind: 'match',
    players: Number(order.get('players')),
    seed: Number(order.get('seed')),
    proof: order.get('proof'),
    reader: { zone, clock: isTwelve ? 12 : 24 },
  });
});
at('more').addEventListener('click', () => showMore());
at('tamper').addEventListener('click', () => {
  if (!isBusy) worker.postMessage({ kind: 'tamper' });
});

worker.addEventListener('message', ({ data }) => {
  if (data.kind === 'progress') showProgress(data);
  if (data.kind === 'done') showOutcome(data);
  if (data.kind === 'verified') showVerdict(data);
});
worker.addEventListener('error', (event) => {
  setBusy(false);
  at('state').textContent =
    `The worker stopped: ${event.message || 'the package was not found; see the README beside this page'}.`;
});

function setBusy(busy) {
  isBusy = busy;
  for (const button of document.querySelectorAll('#order button, #tamper')) {
    button.setAttribute('aria-disabled', String(busy));
  }
}

function showProgress({ phase, done, of }) {
  if (phase === 'proof') at('state').textContent = 'Reading the players …';
  if (phase === 'squads') {
    at('bar').value = done / (of + 1);
    at('state').textContent = `Squads, pass ${done + 1} of ${of} …`;
  }
  if (phase === 'pairs') {
    at('bar').value = 0.9;
    at('state').textContent = 'Pairs from the remaining players …';
  }
}

function showOutcome({ seconds, certificate, squads: found, leftOver }) {
  const { pool, squads: count, pairs, total, bound, gap, scores, squadBound } = certificate;
  setBusy(false);
  at('bar').value = 1;
  at('state').textContent = `Done: ${pool.toLocaleString('en')} players in ${seconds.toFixed(2)} s, on this machine.`;
  at('outcome').hidden = false;
  at('figures').replaceChildren(
    figure('Squads of five', count),
    figure('Pairs', pairs),
    figure('Without a match', leftOver.length),
    figure('Mean score', scores.mean.toFixed(1)),
    figure('Gap at most', `${(100 * gap).toFixed(1)} %`),
    figure('Time', `${seconds.toFixed(2)} s`),
  );
  at('gap-words').textContent =
    `The squads are worth ${toWholeNumber(total)} points. No set of squads from these players can be worth more than ` +
    `${toWholeNumber(bound)}, and at most ${squadBound} squads are possible.`;
  at('reached').style.width = `${bound > 0 ? (100 * total) / bound : 100}%`;
  at('bound').textContent = `at most ${toWholeNumber(bound)}`;
  squads = found.toSorted((a, b) => b.score - a.score);
  shownCount = 0;
  at('squads').replaceChildren();
  showMore();
  const counts = Object.entries(certificate.leftOverByReason).sort(([, a], [, b]) => b - a);
  at('left-over').replaceChildren(
    ...counts.map(([reason, number]) =>
      element('li', {}, [element('span', {}, [REASONS[reason] ?? reason]), element('b', {}, [String(number)])]),
    ),
  );
}

function showVerdict({ faults, seconds }) {
  const verdict = at('verdict');
  const isValid = faults.length === 0;
  verdict.className = isValid ? 'holds' : 'broken';
  verdict.textContent = isValid
    ? `Verified: every squad, every total and both bounds (${seconds.toFixed(2)}\u00a0s).`
    : `Refused because of ${faults.length === 1 ? 'one problem' : `${faults.length} problems`}:`;
  at('faults').replaceChildren(...faults.slice(0, 5).map((fault) => element('li', {}, [fault])));
}

function showMore() {
  const next = squads.slice(shownCount, shownCount + SHOWN_AT_ONCE);
  shownCount += next.length;
  at('squads').append(...next.map(squadCard));
  at('more').hidden = shownCount >= squads.length;
  at('more').textContent = `Show more squads (${shownCount} of ${squads.length})`;
}

function squadCard({ score, session, minutes, seats, why }) {
  const head = element('div', { class: 'squad-head' }, [
    scoreRing(score),
    element('div', {}, [
      element('p', {}, [`${clock.format(new Date(session.start))}, first of the week`]),
      element('p', { class: 'when' }, [`${Math.round(minutes / 6) / 10} hours in common`]),
    ]),
  ]);
  const list = element(
    'ul',
    { class: 'seats' },
    seats.map(({ id, region, seat, isFirst }) =>
      element('li', {}, [
        element('b', {}, [seat]),
        element('span', {}, [id]),
        element('span', {}, [isFirst ? region : `${region}, flex`]),
      ]),
    ),
  );
  return element('li', {}, [head, list, element('p', { class: 'why' }, [why])]);
}

/** The score as a ring, with its number in the middle. */
function scoreRing(score) {
  const ns = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(ns, 'svg');
  svg.setAttribute('viewBox', '0 0 56 56');
  svg.setAttribute('width', '56');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', `Score ${Math.round(score)} of 100`);
  const around = 2 * Math.PI * 24;
  const color = score >= 70 ? '#3ee6a5' : '#8b6cff';
  svg.innerHTML =
    '<circle cx="28" cy="28" r="24" fill="none" stroke="#2e2a55" stroke-width="6"/>' +
    `<circle cx="28" cy="28" r="24" fill="none" stroke="${color}" stroke-width="6" stroke-linecap="round" ` +
    `stroke-dasharray="${(around * score) / 100} ${around}" transform="rotate(-90 28 28)"/>` +
    `<text x="28" y="33" text-anchor="middle" fill="#f5f3ff" font-size="15" font-weight="700">${Math.round(score)}</text>`;
  return svg;
}

function figure(term, value) {
  return element('div', {}, [element('dt', {}, [term]), element('dd', {}, [String(value)])]);
}

function element(name, attributes, children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
