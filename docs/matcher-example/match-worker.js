import { inventedPlayers, WEEK_OF } from './invented-players.js';
import {
  defaultRules,
  explain,
  explanationSentences,
  intervalInstants,
  readPool,
  runMatcher,
  verifyResult,
} from './matcher/matcher.js';

/** The whole run, off the page's thread: the page stays at hand while it lasts. */
let last;

addEventListener('message', ({ data }) => {
  if (data.kind === 'match') match(data);
  if (data.kind === 'tamper') tamperWithResult();
});

function match({ players, seed, proof, reader }) {
  const pool = readPool({ weekOf: WEEK_OF, players: inventedPlayers(players, seed) });
  postMessage({ kind: 'progress', phase: 'proof', done: 0, of: 1 });
  const started = performance.now();
  const result = runMatcher(pool, defaultRules, {
    seed,
    proof,
    effort: 'full',
    onProgress: (progress) => postMessage({ kind: 'progress', ...progress }),
    now: () => performance.now(),
  });
  const seconds = (performance.now() - started) / 1000;
  last = { pool, result };
  const { squads, pairs, leftOver, certificate } = result;
  postMessage({
    kind: 'done',
    seconds,
    certificate,
    squads: squads.map((squad) => renderSquad(squad, pool, reader)),
    pairs,
    leftOver,
  });
  verify(result);
}

/** A squad as the page draws it: with places in the day and the first reasons, for this reader's clock. */
function renderSquad(squad, pool, reader) {
  const members = squad.members.map((id) => pool.players.find((player) => player.id === id));
  const sentences = explanationSentences(explain(squad, members, defaultRules, pool.weekOf), {
    id: null,
    times: reader,
    nameOf: (id) => id,
  });
  return {
    score: squad.score,
    session: intervalInstants(pool.weekOf, squad.intervals[0]),
    minutes: squad.overlapMinutes,
    seats: members.map(({ id, region, positions }) => ({
      id,
      region,
      seat: squad.positions[id],
      isFirst: positions[0] === squad.positions[id],
    })),
    why: sentences
      .slice(0, 2)
      .map((sentence) => `${sentence}.`)
      .join(' '),
  };
}

/** Puts two players into each other's squad behind the matcher's back: the check has to notice. */
function tamperWithResult() {
  const result = structuredClone(last.result);
  const [one, other] = result.squads;
  [one.members[0], other.members[1]] = [other.members[1], one.members[0]];
  verify(result);
}

function verify(result) {
  const started = performance.now();
  const faults = verifyResult(last.pool, defaultRules, result);
  postMessage({ kind: 'verified', faults, seconds: (performance.now() - started) / 1000 });
}
