/** A simulated player: the run they arrived in, the positions they can play, and whether they belong to the group. */
export type ArrivedPlayer = { from: number; positions: readonly string[]; belongs: boolean };

/**
 * Returns a lower bound, in runs, on the longest wait of a group under any matcher, even one that knows all future
 * arrivals.
 * `arrivals` are all players who can share a squad with a member of the group, including the group itself. Runs count
 * from 0.
 * 1. *Squads.* For any set P of positions, a squad has |P| different players who can play in P. So by run n there were
 *    at most cap(n) = min ⌊players who arrived by n and can play in P ÷ |P|⌋ squads with a group member.
 * 2. *Spots.* For any set S of positions, group members who can only play in S take spots in S, and cap(n) squads have
 *    |S| · cap(n) of them.
 * 3. *Who is left.* If more of these players had arrived by run r, at least one is in no squad after run n ≥ r. That
 *    player was present in runs r to n, so they have waited n − r + 1 runs. The bound is the maximum over all S, r and
 *    n. It counts positions and who can meet at all, but not availability or ratings, so a longer wait isn't
 *    necessarily the matcher's fault. If one position is scarce and players are otherwise identical, the bound is
 *    exact, because serving the longest-waiting player first reaches it.
 */
export function findLeastWait(arrivals: readonly ArrivedPlayer[], seats: readonly string[], runs: number): number {
  const sets = Array.from({ length: 2 ** seats.length - 1 }, (_, set) =>
    seats.filter((_, seat) => ((set + 1) >> seat) % 2 === 1),
  );
  const maxSquadsByRun = Array.from({ length: runs }, () => Number.POSITIVE_INFINITY);
  for (const set of sets) {
    const ableCounts = countArrived(arrivals, runs, ({ positions }) =>
      positions.some((position) => set.includes(position)),
    );
    for (let run = 0; run < runs; run++)
      maxSquadsByRun[run] = Math.min(maxSquadsByRun[run]!, Math.floor(ableCounts[run]! / set.length));
  }
  let longestBound = 0;
  for (const set of sets) {
    const boundCounts = countArrived(
      arrivals,
      runs,
      ({ belongs, positions }) => belongs && positions.every((one) => set.includes(one)),
    );
    for (let r = 0; r < runs; r++) {
      for (let n = runs - 1; n >= r + longestBound; n--) {
        if (boundCounts[r]! <= set.length * maxSquadsByRun[n]!) continue;
        longestBound = n - r + 1;
        break;
      }
    }
  }
  return longestBound;
}

/** Returns how many of the players that `isCounted` selects had arrived by each run. */
function countArrived(
  arrivals: readonly ArrivedPlayer[],
  runs: number,
  isCounted: (arrival: ArrivedPlayer) => boolean,
): number[] {
  const counts = new Array<number>(runs).fill(0);
  for (const arrival of arrivals) if (isCounted(arrival)) counts[arrival.from]!++;
  for (let run = 1; run < runs; run++) counts[run]! += counts[run - 1]!;
  return counts;
}
