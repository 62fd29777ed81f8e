/** Somebody of a simulation: the run in which they came, the seats they can take, and whether they are of the group. */
export type Arrival = { from: number; positions: readonly string[]; belongs: boolean };

/**
 * The least that the longest wait of a group can be, in runs, whoever matches and even knowing who will come.
 *
 * `comers` are all who can be in a squad with somebody of the group, which includes the group. Runs are counted from 0.
 * 1. *Squads.* For any set P of seats, a squad seats |P| different players who can play in P. So by run n there were no
 *    more squads with somebody of the group than cap(n) = the least of ⌊players who came by n and can play in P ÷ |P|⌋.
 * 2. *Places.* For any set S of seats, those of the group who can play in S alone take places of S, of which cap(n)
 *    squads have |S| · cap(n).
 * 3. *Who is left.* If more of these than that had come by run r, one of them is in no squad after run n ≥ r. They were
 *    there in each of the runs r to n, so they have waited for n − r + 1 runs.
 * The greatest of these numbers over all S, r and n is a bound. It counts seats and who can meet at all, no hours and no
 * ratings, so what is above it need not be the matcher's fault; where one position is scarce and people are alike it is
 * exact, because serving whoever waits longest reaches it.
 */
export function findLeastWait(comers: readonly Arrival[], seats: readonly string[], runs: number): number {
  const sets = Array.from({ length: 2 ** seats.length - 1 }, (_, set) =>
    seats.filter((_, seat) => ((set + 1) >> seat) % 2 === 1),
  );
  const squads = Array.from({ length: runs }, () => Number.POSITIVE_INFINITY);
  for (const set of sets) {
    const able = countArrived(comers, runs, ({ positions }) => positions.some((position) => set.includes(position)));
    for (let run = 0; run < runs; run++) squads[run] = Math.min(squads[run]!, Math.floor(able[run]! / set.length));
  }
  let least = 0;
  for (const set of sets) {
    const bound = countArrived(
      comers,
      runs,
      ({ belongs, positions }) => belongs && positions.every((one) => set.includes(one)),
    );
    for (let r = 0; r < runs; r++) {
      for (let n = runs - 1; n >= r + least; n--) {
        if (bound[r]! <= set.length * squads[n]!) continue;
        least = n - r + 1;
        break;
      }
    }
  }
  return least;
}

/** How many of those who are `wanted` had come by each run. */
function countArrived(comers: readonly Arrival[], runs: number, wanted: (comer: Arrival) => boolean): number[] {
  const came = new Array<number>(runs).fill(0);
  for (const comer of comers) if (wanted(comer)) came[comer.from]!++;
  for (let run = 1; run < runs; run++) came[run]! += came[run - 1]!;
  return came;
}
