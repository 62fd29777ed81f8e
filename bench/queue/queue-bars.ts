import type { measureDeaths } from './measure-deaths.ts';
import type { measureLoad } from './measure-load.ts';
import type { measureQuality } from './measure-quality.ts';
import type { Broken } from './queue-truths.ts';

export type Measured = {
  load?: Awaited<ReturnType<typeof measureLoad>>;
  deaths?: Awaited<ReturnType<typeof measureDeaths>>;
  quality?: ReturnType<typeof measureQuality>;
};
type Bar = { value: number; bar: number; pass: boolean };

const most = (value: number, bar: number, also = true): Bar => ({ value, bar, pass: also && value <= bar });
const least = (value: number, bar: number): Bar => ({ value, bar, pass: value >= bar });
const nobody = ({ inTwoPlaces, torn, squadsOfFewer }: Broken) => most(inTwoPlaces + torn + squadsOfFewer, 0);
const lost = (broken: Broken) => most(broken.lost + broken.putOut, 0);

/** What has to hold, of what was measured. */
export function barsOf({ load, deaths, quality }: Measured): Record<string, Bar> {
  return {
    ...(load && {
      'people waiting': least(load.waiting, 10_000),
      'joins a second': least(load.joinsPerSecond, 198),
      'leaves a second': least(load.leavesPerSecond, 190),
      'complete group to ready check, p50 ms': most(load.p50Ms, 1_500, load.neverAsked === 0),
      'complete group to ready check, p99 ms': most(load.p99Ms, 4_000, load.neverAsked === 0),
      'cores that the leader takes': most(load.leaderCores, 1),
      'in two places under load': nobody(load.broken),
      'lost under load': lost(load.broken),
    }),
    ...(deaths && {
      'leaders killed': least(deaths.rounds, 20),
      'another goes on, slowest of all, ms': most(deaths.backSlowestMs, 10_000),
      'in two places after deaths': nobody(deaths.broken),
      'lost by deaths': lost(deaths.broken),
    }),
    ...(quality && {
      'squads of the batch matcher, %': least(Math.round((100 * quality.squads.queue) / quality.squads.batch), 90),
      'mean score below the batch matcher': most(Math.round(10 * (quality.score.batch - quality.score.queue)) / 10, 5),
      'said wait right within a factor of two, %': least(Math.round(100 * quality.said.rightShare), 80),
    }),
  };
}
