import type { measureLeaderFailures } from './measure-leader-failures.ts';
import type { measureLoad } from './measure-load.ts';
import type { measureQuality } from './measure-quality.ts';
import type { BrokenInvariants } from './queue-invariants.ts';

export type Measurements = {
  load?: Awaited<ReturnType<typeof measureLoad>>;
  failover?: Awaited<ReturnType<typeof measureLeaderFailures>>;
  quality?: ReturnType<typeof measureQuality>;
};
type QueueTarget = { value: number; bar: number; pass: boolean };

const checkMaximum = (value: number, bar: number, isMet = true): QueueTarget => ({
  value,
  bar,
  pass: isMet && value <= bar,
});
const checkMinimum = (value: number, bar: number): QueueTarget => ({ value, bar, pass: value >= bar });
const checkAffected = ({ inTwoPlaces, torn, squadsOfFewer }: BrokenInvariants) =>
  checkMaximum(inTwoPlaces + torn + squadsOfFewer, 0);
const checkLost = (invariants: BrokenInvariants) => checkMaximum(invariants.lost + invariants.putOut, 0);

/** Compares the measurements with the targets. */
export function checkBars({ load, failover, quality }: Measurements): Record<string, QueueTarget> {
  return {
    ...(load && {
      'people waiting': checkMinimum(load.waiting, 10_000),
      'joins a second': checkMinimum(load.joinsPerSecond, 198),
      'leaves a second': checkMinimum(load.leavesPerSecond, 190),
      'complete group to ready check, p50 ms': checkMaximum(load.p50Ms, 1_500, load.neverAsked === 0),
      'complete group to ready check, p99 ms': checkMaximum(load.p99Ms, 4_000, load.neverAsked === 0),
      'cores that the leader takes': checkMaximum(load.leaderCores, 1),
      'in two places under load': checkAffected(load.broken),
      'lost under load': checkLost(load.broken),
    }),
    ...(failover && {
      'leaders killed': checkMinimum(failover.rounds, 20),
      'another goes on, slowest of all, ms': checkMaximum(failover.backSlowestMs, 10_000),
      'in two places after failover': checkAffected(failover.broken),
      'lost by failover': checkLost(failover.broken),
    }),
    ...(quality && {
      'squads of the batch matcher, %': checkMinimum(
        Math.round((100 * quality.squads.queue) / quality.squads.batch),
        90,
      ),
      'mean score below the batch matcher': checkMaximum(
        Math.round(10 * (quality.score.batch - quality.score.queue)) / 10,
        5,
      ),
      'said wait right within a factor of two, %': checkMinimum(Math.round(100 * quality.said.rightShare), 80),
    }),
  };
}
