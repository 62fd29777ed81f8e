import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { writeResults } from '../bench-tools.ts';
import { checkBars, type Measurements } from './competition-bars.ts';
import { measurePairing } from './measure-pairing.ts';
import { measureRecompute } from './measure-recompute.ts';
import { type SeasonWorld, simulateSeason, USUAL_WORLD } from './simulated-season.ts';

/**
 * Measures the ratings: how well they predict the games of a simulated season, how soon they're accurate for a player,
 * and how long it takes to rate a million games again. Also measures the pairing of squads for scrims.
 * `--only=season,recompute,pairing` runs some parts and keeps the results of the others; `--games=100000` recomputes
 * fewer games, as a rehearsal.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, games: { type: 'string', default: '1000000' } },
});
const selection = values.only?.split(',');
const isRequested = (name: keyof Measurements) => !selection || selection.includes(name);

/** Seasons without a target, which show what the ratings depend on. */
const OTHER_WORLDS: Record<string, Partial<SeasonWorld>> = {
  'another seed': { seed: 2 },
  'sides of five only': { sizes: [5] },
  'everyone new on the first day': { startShare: 1 },
  'nobody typed in a rating': { typed: false },
  'half of the games between fixed squads': { squadShare: 0.5 },
  "each player's performance varies, not each side's": { noisyPlayers: true },
};

function benchSeason() {
  const season = simulateSeason(USUAL_WORLD);
  console.table(season.deciles);
  const otherSeasons = Object.fromEntries(
    Object.entries(OTHER_WORLDS).map(([name, world]) => {
      const { afterTenGames, atEnd, worstDecile, slope } = simulateSeason({ ...USUAL_WORLD, ...world });
      return [name, { afterTenGames, atEnd, worstDecile, slope }];
    }),
  );
  console.table(otherSeasons);
  return { ...season, otherSeasons };
}

function benchPairing() {
  return { ...measurePairing(2_000, 'usual'), hardest: measurePairing(2_000, 'everyone fits') };
}

const loadBefore = Math.round(loadavg()[0]! * 10) / 10;
const runInfo = { at: new Date().toISOString(), cores: cpus().length, loadBefore };
const measurements: Measurements = {
  ...(isRequested('season') && { season: { ...runInfo, ...benchSeason() } }),
  ...(isRequested('recompute') && { recompute: { ...runInfo, ...measureRecompute(Number(values.games)) } }),
  ...(isRequested('pairing') && { pairing: { ...runInfo, ...benchPairing() } }),
};
const results = checkBars(measurements);
console.table(results);
console.log(JSON.stringify(measurements, null, 2));
const file = 'bench/results/competition.json';
const previousResults = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const report = { ...previousResults.measured, ...measurements };
writeResults('competition', { measured: report, results: checkBars(report) });
process.exit(Object.values(results).every(({ pass }) => pass) ? 0 : 1);
