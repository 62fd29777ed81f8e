/** A simulated player: the run in which they arrived, the seats they can take, and whether they belong to the group. */
export type Arrival = { from: number; positions: readonly string[]; belongs: boolean };

/**
 * Returns the lower bound, in runs, on the longest wait of a group for any matcher, even one that knows all future
 * arrivals.
 *
 * `comers` are all players who can share a squad with a member of the group, including the group itself. Runs count
 * from 0.
 * 1. *Squads.* For any set P of seats, a squad seats |P| different players who can play in P. So by run n there were at
 *    most cap(n) = min ⌊players who arrived by n and can play in P ÷ |P|⌋ squads with a group member.
 * 2. *Places.* For any set S of seats, group members who can only play in S take places in S, and cap(n) squads have
 *    |S| · cap(n) of them.
 * 3. *Who is left.* If more of these players had arrived by run r, one of them is in no squad after run n ≥ r. They
 *    were present in each of the runs r to n, so they have waited n − r + 1 runs. The maximum of these numbers over all
 *    S, r and n is the bound. It counts seats and who can meet at all, but not hours or ratings, so a longer wait isn't
 *    necessarily the matcher's fault. Where one position is scarce and players are otherwise identical, the bound is
 *    exact, because serving the longest-waiting player first reaches it.
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

/** Counts how many `wanted` players had arrived by each run. */
function countArrived(comers: readonly Arrival[], runs: number, wanted: (comer: Arrival) => boolean): number[] {
  const came = new Array<number>(runs).fill(0);
  for (const comer of comers) if (wanted(comer)) came[comer.from]!++;
  for (let run = 1; run < runs; run++) came[run]! += came[run - 1]!;
  return came;
}
