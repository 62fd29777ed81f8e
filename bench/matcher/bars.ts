/** A target and whether the measured rows meet it. `bar` is the target's text, and `value` is printed next to it. */
export type Target = { bar: string; value: string; holds: boolean };
export type ResultRow = Record<string, string | number>;

const toNumber = (value: unknown): number => Number.parseFloat(String(value));

/** A minimum or maximum that every row must meet in a column. */
type Limit = { column: string; least: number } | { column: string; most: number };

/** Checks a target against the worst value of a column. Only the rows that `isIncluded` selects count. */
function findWorst(
  bar: string,
  rows: readonly ResultRow[],
  isIncluded: (row: ResultRow) => boolean,
  limit: Limit,
): Target {
  const { column } = limit;
  const includedRows = rows.filter(isIncluded);
  const values = includedRows.map((row) => toNumber(row[column]));
  const value = 'least' in limit ? Math.min(...values) : Math.max(...values);
  const isMet = includedRows.length > 0 && ('least' in limit ? value >= limit.least : value <= limit.most);
  const worstRow = includedRows[values.indexOf(value)];
  return {
    bar,
    value:
      includedRows.length === 0
        ? 'not measured'
        : `${value} (${worstRow?.pool ?? worstRow?.run ?? worstRow?.effort ?? worstRow?.players ?? ''})`,
    holds: isMet,
  };
}

const createRunFilter =
  (pool: string, objective: string, effort: string) =>
  (row: ResultRow): boolean =>
    String(row.pool).endsWith(pool) && row.objective === objective && row.effort === effort;

const isOfMany = (row: ResultRow): boolean => row.pools !== undefined;

const createProofFilter =
  (pool: string, objective: string) =>
  (row: ResultRow): boolean =>
    row.pool === pool && row.objective === objective && !isOfMany(row);

function checkTightCount(title: string, rows: readonly ResultRow[], pool: string, least: number): Target[] {
  return [
    findWorst(`${title}, plain run`, rows, createProofFilter(pool, 'count'), { column: 'of tight bound', least }),
    findWorst(`${title}, from the proof`, rows, createProofFilter(pool, 'count'), {
      column: 'from the proof, of tight bound',
      least,
    }),
  ];
}

function checkRankedProof(
  players: string,
  target: { bar: string; least: number; seconds: number },
  rows: readonly ResultRow[],
): Target[] {
  const isProofRow = createProofFilter(`ranked ${players.replace(',', '')}`, 'count');
  return [
    findWorst(`${target.bar}, ranked ${players}`, rows, isProofRow, {
      column: 'from the proof, of tight bound',
      least: target.least,
    }),
    findWorst(`proven within ${target.seconds} s, ranked ${players}`, rows, isProofRow, {
      column: 'tight bound s',
      most: target.seconds,
    }),
  ];
}

const SPEED_COLUMN = 'players/s';
const BOUND_COLUMN = 'of squad bound';

/** Targets of each bench section, by section name. */
export const TARGETS: Record<string, (rows: readonly ResultRow[]) => Target[]> = {
  speed: (rows) => {
    const checkMinimum = (
      bar: string,
      of: readonly [pool: string, objective: string, effort: string],
      limit: [string, number],
    ) => findWorst(bar, rows, createRunFilter(...of), { column: limit[0], least: limit[1] });
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
            return checkMinimum(title, [` ${players}`, objective, 'full'], [SPEED_COLUMN, 20_000]);
          }),
          checkMinimum(
            `quick ≥ 94 % of the bound, ${size} community`,
            [`community ${players}`, 'count', 'quick'],
            [BOUND_COLUMN, 94],
          ),
          // Thin pools have no target here. Their players have little availability, so a bound computed from positions
          // says little. They're compared with the tight bound instead (see `proof`).
          ...['community', 'famine'].map((kind) => {
            const title = `count ≥ ${least} % of the bound, ${kind} ${size}`;
            return checkMinimum(title, [`${kind} ${players}`, 'count', 'full'], [BOUND_COLUMN, least]);
          }),
        ];
      }),
      ...objectives.map((objective) => {
        const title = `quick ≥ 100,000 players/s at 100,000, ${objective}`;
        return checkMinimum(title, ['community 100000', objective, 'quick'], [SPEED_COLUMN, 1e5]);
      }),
      ...['community', 'famine'].map((kind) =>
        checkMinimum(
          `score: proven gap ≤ 5 %, ${kind} 10,000`,
          [`${kind} 10000`, 'score', 'full'],
          ['of value bound', 95],
        ),
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
    // Use the run that starts from the proof's squads, because its gap to the bound is the proven one. A plain run is
    // listed next to it.
    ...['community', 'famine', 'thin'].map((kind) =>
      findWorst(`score: proven gap ≤ 3 %, ${kind} 10,000`, rows, createProofFilter(`${kind} 10000`, 'score'), {
        column: 'from the proof, of tight bound',
        least: 97,
      }),
    ),
  ],
  largeProof: (rows) => checkTightCount('count ≥ 98.5 % of the tight bound, thin 100,000', rows, 'thin 100000', 98.5),
  waits: (rows) => {
    const [worstRow] = rows.toSorted(
      (a, b) =>
        toNumber(a['longest wait']) -
        toNumber(a['lower bound']) -
        (toNumber(b['longest wait']) - toNumber(b['lower bound'])),
    );
    return [
      {
        bar: 'no longest wait is below what is proven to be the least',
        value: worstRow
          ? `${worstRow['longest wait']} of at least ${worstRow['lower bound']} (${worstRow.pool}, ${worstRow.who})`
          : 'not measured',
        holds: worstRow !== undefined && toNumber(worstRow['longest wait']) >= toNumber(worstRow['lower bound']),
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
