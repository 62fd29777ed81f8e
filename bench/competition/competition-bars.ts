import type { PairingMeasurement } from './measure-pairing.ts';
import type { measureRecompute } from './measure-recompute.ts';
import type { SeasonMeasurement } from './simulated-season.ts';

export type Measurements = {
  season?: SeasonMeasurement;
  recompute?: ReturnType<typeof measureRecompute>;
  pairing?: PairingMeasurement;
};
type Target = { value: number; bar: number; pass: boolean };

const checkMaximum = (value: number, bar: number): Target => ({ value, bar, pass: value <= bar });
const checkMinimum = (value: number, bar: number): Target => ({ value, bar, pass: value >= bar });

/** Compares the measurements with the targets. */
export function checkBars({ season, recompute, pairing }: Measurements): Record<string, Target> {
  return {
    ...(season && {
      'predicted against actual wins, worst decile, points': checkMaximum(season.worstDecile, 3),
      'rank correlation with true skill after ten games': checkMinimum(season.afterTenGames, 0.85),
    }),
    ...(recompute && {
      'games rated again': checkMinimum(recompute.games, 1_000_000),
      'slowest recompute, CPU s': checkMaximum(recompute.cpuSeconds, 60),
      'orders of confirmation with other numbers': checkMaximum(recompute.otherNumbers, 0),
    }),
    ...(pairing && {
      'squads paired for scrims': checkMinimum(pairing.posts, 2_000),
      'scrim pairing, CPU s': checkMaximum(pairing.seconds, 2),
      'scrim points short of the proven bound': checkMaximum(pairing.missing, 0),
      'faults in the proof of the pairing': checkMaximum(pairing.faults, 0),
    }),
  };
}
