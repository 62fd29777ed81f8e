/** A requirement for the rows of a section; `value` is printed next to the bar. */
export type Bar = { bar: string; value: string; holds: boolean };
export type Row = Record<string, string | number>;

const number = (value: unknown): number => Number.parseFloat(String(value));

/** A minimum or maximum that every row must meet in a column. */
type Limit = { column: string; least: number } | { column: string; most: number };

/** Checks a bar against the worst value of a column in the rows that `wanted` selects. */
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

const PLAYERS_PER_SECOND = 'players/s';
const OF_BOUND = 'of squad bound';

/** Bars of each bench section, by section name. */
export const BARS: Record<string, (rows: readonly Row[]) => Bar[]> = {
  speed: (rows) => {
    const atLeast = (
      bar: string,
      of: readonly [pool: string, objective: string, effort: string],
      limit: [string, number],
    ) => findWorst(bar, rows, is(...of), { column: limit[0], least: limit[1] });
    const sizes = [
      ['10,000', 97],
      ['100,000', 98.5],
    ] as const;
    const objectives = ['score', 'count'] as const;
    return [
      findWorst('every squad valid', rows, () => true, { column: 'invalid', most: 0 }),
      ...sizes.flatMap(([size, least]) => {
        const players = size.replace(',', '');
        return [
          ...objectives.map((objective) => {
            const title = `full ≥ 20,000 players/s at ${size}, ${objective}`;
            return atLeast(title, [` ${players}`, objective, 'full'], [PLAYERS_PER_SECOND, 20_000]);
          }),
          atLeast(
            `quick ≥ 94 % of the bound, ${size} community`,
            [`community ${players}`, 'count', 'quick'],
            [OF_BOUND, 94],
          ),
          // Thin pools have no bar. When players have little availability, a bound from positions proves little, so
          // they're compared with the tight bound (see proof).
          ...['community', 'famine'].map((kind) => {
            const title = `count ≥ ${least} % of the bound, ${kind} ${size}`;
            return atLeast(title, [`${kind} ${players}`, 'count', 'full'], [OF_BOUND, least]);
          }),
        ];
      }),
      ...objectives.map((objective) => {
        const title = `quick ≥ 100,000 players/s at 100,000, ${objective}`;
        return atLeast(title, ['community 100000', objective, 'quick'], [PLAYERS_PER_SECOND, 1e5]);
      }),
      ...['community', 'famine'].map((kind) =>
        atLeast(`score: proven gap ≤ 5 %, ${kind} 10,000`, [`${kind} 10000`, 'score', 'full'], ['of value bound', 95]),
      ),
    ];
  },
  ranked: (rows) => [
    ...checkRankedProof('1,000', { bar: 'proven gap 0', least: 100, seconds: 10 }, rows),
    ...checkRankedProof('10,000', { bar: 'proven gap ≤ 2 %', least: 98, seconds: 60 }, rows),
    findWorst('proven gap 0 on all pools, ranked 1,000', rows, isOfMany, { column: 'share with gap 0', least: 100 }),
    findWorst('proven within 10 s on all pools, ranked 1,000', rows, isOfMany, { column: 'longest s', most: 10 }),
  ],
  proof: (rows) => [
    ...checkTightCount('count ≥ 97 % of the tight bound, thin 10,000', rows, 'thin 10000', 97),
    // Use the run that starts from the proof, because it proves the gap. A plain run is listed next to it.
    ...['community', 'famine', 'thin'].map((kind) =>
      findWorst(`score: proven gap ≤ 3 %, ${kind} 10,000`, rows, countProven(`${kind} 10000`, 'score'), {
        column: 'from the proof, of tight bound',
        least: 97,
      }),
    ),
  ],
  largeProof: (rows) => checkTightCount('count ≥ 98.5 % of the tight bound, thin 100,000', rows, 'thin 100000', 98.5),
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
  million: (rows) => [
    findWorst('1,000,000 players ≤ 60 s', rows, (row) => row.effort === 'quick', { column: 'seconds', most: 60 }),
    findWorst('1,000,000 players ≤ 2 GB', rows, () => true, { column: 'memory MB (pool included)', most: 2048 }),
  ],
};
