import type { measureLeaderFailures } from './measure-leader-failures.ts';
import type { measureLoad } from './measure-load.ts';
import type { measureQuality } from './measure-quality.ts';
import type { BrokenInvariants } from './queue-invariants.ts';

export type Measurements = {
  load?: Awaited<ReturnType<typeof measureLoad>>;
  deaths?: Awaited<ReturnType<typeof measureLeaderFailures>>;
  quality?: ReturnType<typeof measureQuality>;
};
type Bar = { value: number; bar: number; pass: boolean };

const atMost = (value: number, bar: number, isMet = true): Bar => ({ value, bar, pass: isMet && value <= bar });
const atLeast = (value: number, bar: number): Bar => ({ value, bar, pass: value >= bar });
const checkAffected = ({ inTwoPlaces, torn, squadsOfFewer }: BrokenInvariants) =>
  atMost(inTwoPlaces + torn + squadsOfFewer, 0);
const checkLost = (invariants: BrokenInvariants) => atMost(invariants.lost + invariants.putOut, 0);

/** Compares the measurements with the bars. */
export function checkBars({ load, deaths, quality }: Measurements): Record<string, Bar> {
  return {
    ...(load && {
      'people waiting': atLeast(load.waiting, 10_000),
      'joins a second': atLeast(load.joinsPerSecond, 198),
      'leaves a second': atLeast(load.leavesPerSecond, 190),
      'complete group to ready check, p50 ms': atMost(load.p50Ms, 1_500, load.neverAsked === 0),
      'complete group to ready check, p99 ms': atMost(load.p99Ms, 4_000, load.neverAsked === 0),
      'cores that the leader takes': atMost(load.leaderCores, 1),
      'in two places under load': checkAffected(load.broken),
      'lost under load': checkLost(load.broken),
    }),
    ...(deaths && {
      'leaders killed': atLeast(deaths.rounds, 20),
      'another goes on, slowest of all, ms': atMost(deaths.backSlowestMs, 10_000),
      'in two places after deaths': checkAffected(deaths.broken),
      'lost by deaths': checkLost(deaths.broken),
    }),
    ...(quality && {
      'squads of the batch matcher, %': atLeast(Math.round((100 * quality.squads.queue) / quality.squads.batch), 90),
      'mean score below the batch matcher': atMost(
        Math.round(10 * (quality.score.batch - quality.score.queue)) / 10,
        5,
      ),
      'said wait right within a factor of two, %': atLeast(Math.round(100 * quality.said.rightShare), 80),
    }),
  };
}
