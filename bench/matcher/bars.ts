import { FIRST_FIT } from './baselines.ts';

/** A requirement checked against the rows of a section; `value` is what's printed next to the bar. */
export type Bar = { bar: string; value: string; holds: boolean };
export type Row = Record<string, string | number>;

const number = (value: unknown): number => Number.parseFloat(String(value));

/** A minimum or maximum that every row must meet in a column. */
type Limit = { column: string; least: number } | { column: string; most: number };

/** Checks a bar on a column across all rows that `wanted` selects; the worst one decides. */
function findWorst(bar: string, rows: readonly Row[], wanted: (row: Row) => boolean, limit: Limit): Bar {
  const { column } = limit;
  const chosen = rows.filter(wanted);
  const values = chosen.map((row) => number(row[column]));
  const value = 'least' in limit ? Math.min(...values) : Math.max(...values);
  const holds = chosen.length > 0 && ('least' in limit ? value >= limit.least : value <= limit.most);
  const at = chosen[values.indexOf(value)];
  return {
    bar,
    value:
      chosen.length === 0 ? 'not measured' : `${value} (${at?.pool ?? at?.run ?? at?.effort ?? at?.players ?? ''})`,
    holds,
  };
}

const is =
  (pool: string, objective: string, effort: string) =>
  (row: Row): boolean =>
    String(row.pool).endsWith(pool) && row.objective === objective && row.effort === effort;

const isOfMany = (row: Row): boolean => row.pools !== undefined;

const countProven =
  (pool: string, objective: string) =>
  (row: Row): boolean =>
    row.pool === pool && row.objective === objective && !isOfMany(row);

function checkTightCount(title: string, rows: readonly Row[], pool: string, least: number): Bar[] {
  return [
    findWorst(`${title}, plain run`, rows, countProven(pool, 'count'), { column: 'of tight bound', least }),
    findWorst(`${title}, from the proof`, rows, countProven(pool, 'count'), {
      column: 'from the proof, of tight bound',
      least,
    }),
  ];
}

function checkRankedProof(
  players: string,
  held: { bar: string; least: number; seconds: number },
  rows: readonly Row[],
): Bar[] {
  const those = countProven(`ranked ${players.replace(',', '')}`, 'count');
  return [
    findWorst(`${held.bar}, ranked ${players}`, rows, those, {
      column: 'from the proof, of tight bound',
      least: held.least,
    }),
    findWorst(`proven within ${held.seconds} s, ranked ${players}`, rows, those, {
      column: 'tight bound s',
      most: held.seconds,
    }),
  ];
}

/** The bars of each bench section, by section name. */
export const BARS: Record<string, (rows: readonly Row[]) => Bar[]> = {
  speed: (rows) => [
    findWorst('every squad valid', rows, () => true, { column: 'invalid', most: 0 }),
    findWorst('full ≥ 20,000 players/s at 10,000, score', rows, is(' 10000', 'score', 'full'), {
      column: 'players/s',
      least: 20_000,
    }),
    findWorst('full ≥ 20,000 players/s at 10,000, count', rows, is(' 10000', 'count', 'full'), {
      column: 'players/s',
      least: 20_000,
    }),
    findWorst('full ≥ 20,000 players/s at 100,000, score', rows, is(' 100000', 'score', 'full'), {
      column: 'players/s',
      least: 20_000,
    }),
    findWorst('full ≥ 20,000 players/s at 100,000, count', rows, is(' 100000', 'count', 'full'), {
      column: 'players/s',
      least: 20_000,
    }),
    findWorst('quick ≥ 100,000 players/s at 100,000, count', rows, is('community 100000', 'count', 'quick'), {
      column: 'players/s',
      least: 1e5,
    }),
    findWorst('quick ≥ 100,000 players/s at 100,000, score', rows, is('community 100000', 'score', 'quick'), {
      column: 'players/s',
      least: 1e5,
    }),
    findWorst('quick ≥ 94 % of the bound, 100,000 community', rows, is('community 100000', 'count', 'quick'), {
      column: 'of squad bound',
      least: 94,
    }),
    findWorst('quick ≥ 94 % of the bound, 10,000 community', rows, is('community 10000', 'count', 'quick'), {
      column: 'of squad bound',
      least: 94,
    }),
    // Positions alone prove little when players have few available hours, so thin pools are measured against the tight
    // bound (see proof).
    ...['community', 'famine'].flatMap((kind) => [
      findWorst(`count ≥ 97 % of the bound, ${kind} 10,000`, rows, is(`${kind} 10000`, 'count', 'full'), {
        column: 'of squad bound',
        least: 97,
      }),
      findWorst(`count ≥ 98.5 % of the bound, ${kind} 100,000`, rows, is(`${kind} 100000`, 'count', 'full'), {
        column: 'of squad bound',
        least: 98.5,
      }),
    ]),
    findWorst('score: proven gap ≤ 5 %, community 10,000', rows, is('community 10000', 'score', 'full'), {
      column: 'of value bound',
      least: 95,
    }),
    findWorst('score: proven gap ≤ 5 %, famine 10,000', rows, is('famine 10000', 'score', 'full'), {
      column: 'of value bound',
      least: 95,
    }),
  ],
  ranked: (rows) => [
    ...checkRankedProof('1,000', { bar: 'proven gap 0', least: 100, seconds: 10 }, rows),
    ...checkRankedProof('10,000', { bar: 'proven gap ≤ 2 %', least: 98, seconds: 60 }, rows),
    findWorst('proven gap 0 on all pools, ranked 1,000', rows, isOfMany, { column: 'share with gap 0', least: 100 }),
    findWorst('proven within 10 s on all pools, ranked 1,000', rows, isOfMany, { column: 'longest s', most: 10 }),
  ],
  proof: (rows) => [
    ...checkTightCount('count ≥ 97 % of the tight bound, thin 10,000', rows, 'thin 10000', 97),
    // The run that starts from the proof proves the gap; a plain run is listed next to it.
    ...['community', 'famine', 'thin'].map((kind) =>
      findWorst(`score: proven gap ≤ 3 %, ${kind} 10,000`, rows, countProven(`${kind} 10000`, 'score'), {
        column: 'from the proof, of tight bound',
        least: 97,
      }),
    ),
  ],
  largeProof: (rows) => checkTightCount('count ≥ 98.5 % of the tight bound, thin 100,000', rows, 'thin 100000', 98.5),
  baselines: (rows) =>
    [...new Set(rows.map((row) => row.pool))].flatMap((pool) => {
      const told = (method: string, column: string) =>
        number(rows.find((row) => row.pool === pool && String(row.method).startsWith(method))?.[column]);
      const [quick, simple] = [told('ours, quick', 'valid squads'), told(FIRST_FIT, 'valid squads')];
      const [search, fit] = [told('ours, quick', 'search cpu s'), told(FIRST_FIT, 'cpu s')];
      const [waited, fitWaited] = [told('ours, quick', 'search s'), told(FIRST_FIT, 'search s')];
      return [
        {
          bar: `quick finds no fewer than first fit, ${pool}`,
          value: `${quick} (${simple})`,
          holds: quick >= simple,
        },
        {
          bar: `quick searches no longer than first fit, ${pool}`,
          value: `${search} s (${fit} s)`,
          holds: search <= fit,
        },
        {
          bar: `quick on two threads is waited for no longer than first fit, ${pool}`,
          value: `${waited} s (${fitWaited} s)`,
          holds: waited <= fitWaited,
        },
      ];
    }),
  waits: (rows) => {
    const [worstRow] = rows.toSorted(
      (a, b) =>
        number(a['longest wait']) - number(a['lower bound']) - (number(b['longest wait']) - number(b['lower bound'])),
    );
    return [
      {
        bar: 'no longest wait is below what is proven to be the least',
        value: worstRow
          ? `${worstRow['longest wait']} of at least ${worstRow['lower bound']} (${worstRow.pool}, ${worstRow.who})`
          : 'not measured',
        holds: worstRow !== undefined && number(worstRow['longest wait']) >= number(worstRow['lower bound']),
      },
    ];
  },
  small: (rows) => [
    findWorst('full ≤ 50 ms, 500 players', rows, (row) => row.players === 500, { column: 'ms', most: 50 }),
    findWorst('full ≤ 150 ms, 1,000 players', rows, (row) => row.players === 1_000, { column: 'ms', most: 150 }),
    findWorst('the command starts in ≤ 300 ms', rows, (row) => row.players === 0, { column: 'ms', most: 300 }),
  ],
  growth: (rows) => [
    findWorst('time grows no worse than n log n', rows, () => true, { column: 'exponent of n log n', most: 1.05 }),
  ],
  exactScore: (rows) => [
    findWorst('≥ 99 % of the optimum of the score in sum', rows, () => true, {
      column: 'share of the optimum, sum',
      least: 99,
    }),
  ],
  exactCount: (rows) => [
    findWorst('≥ 99 % of the optimum of the count in sum', rows, () => true, {
      column: 'share of the optimum, sum',
      least: 99,
    }),
  ],
  incremental: (rows) => [
    findWorst('after changes ≥ 99 % of a whole run', rows, () => true, { column: 'share of the total', least: 99 }),
    findWorst('10 changes ≤ 20 % of its time', rows, (row) => row.changes === 10, {
      column: 'share of the time',
      most: 20,
    }),
  ],
  rescue: (rows) => [findWorst('a rescue ≤ 50 ms', rows, () => true, { column: 'longest ms', most: 50 })],
  determinism: (rows) => [
    {
      bar: 'the same on any number of threads',
      value: `${new Set(rows.map((row) => row.proposals)).size} outcome(s)`,
      holds: new Set(rows.map((row) => row.proposals)).size === 1,
    },
  ],
  million: (rows) => [
    findWorst('1,000,000 players ≤ 60 s', rows, (row) => row.effort === 'quick', { column: 'seconds', most: 60 }),
    findWorst('1,000,000 players ≤ 2 GB', rows, () => true, { column: 'memory MB (pool included)', most: 2048 }),
  ],
  health: (rows) => [
    findWorst('health checks ≤ 50 ms at p99 during a run', rows, (row) => row.run !== 'no run', {
      column: 'p99 ms',
      most: 50,
    }),
  ],
};
