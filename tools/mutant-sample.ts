import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRotationIndex } from './ci-rotation.ts';
import { KINDS, type MutantKind } from './mutant-plugins.ts';
import type { JudgedMutant } from './mutants.ts';
import type { TestCounts } from './tally.ts';

/** Two features per turn, a large one and a small one. It takes four commits to test all of them. */
const ROTATION = [
  ['accounts', 'notifications'],
  ['payments', 'moderation'],
  ['lfg', 'team-assembly'],
  ['matches', 'bookings'],
];
/**
 * Number of mutants per kind and feature, and the seed. The same seed draws the same mutants as long as the sources
 * don't change.
 */
const SAMPLE = { size: 8, seed: 1 };
/** How often a suite that reaches its threshold may fail because of an unlucky sample. */
const FALSE_ALARM_RATE = 0.001;
/** Percentage of mutants of each kind that tests must notice. */
const THRESHOLDS: Record<MutantKind, number> = { rules: 85, commands: 75 };

/** Lists the features whose turn it is, based on the number of commits; the first ones if there's no history. */
export const listDueFeatures = (): string[] => ROTATION[getRotationIndex(ROTATION.length)]!;

/** Lists all features whose mutants are tested, largest first, so that two workers finish at about the same time. */
export const listAllFeatures = (): string[] => [0, 1].flatMap((index) => ROTATION.map((turn) => turn[index]!));

/**
 * Tests a few mutants in each feature, prints each mutant and counts those that the feature's own tests notice.
 * @returns noticed mutants as passed, and one failure for each kind below its target and each feature whose mutants
 * couldn't be tested
 */
export async function runMutantSample(features: string[]): Promise<TestCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-sample-'));
  const queue = [...features];
  const judgedMutants: JudgedMutant[] = [];
  const failures: string[] = [];
  const runNext = async () => {
    for (let feature = queue.shift(); feature; feature = queue.shift()) {
      const mutants = await judgeFeature(feature, join(folder, `${feature}.json`));
      if (mutants) judgedMutants.push(...mutants);
      else failures.push(`${feature}: its mutants could not be tested`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runNext));
  rmSync(folder, { recursive: true, force: true });
  return formatVerdict(
    judgedMutants,
    failures,
    features.length < listAllFeatures().length ? computeMinNoticed : computeShare,
  );
}

/** @returns undefined if the run was aborted */
async function judgeFeature(feature: string, report: string): Promise<JudgedMutant[] | undefined> {
  const { size, seed } = SAMPLE;
  const args = [`--sample=${size}`, `--seed=${seed}`, '--workers=1', '--rules-bar=0', '--commands-bar=0'];
  const child = spawn(process.execPath, ['tools/mutants.ts', feature, ...args, `--report=${report}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return code === 0 ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
}

/**
 * Returns the minimum number of mutants that must be noticed. A suite that meets its target falls below this minimum
 * only once in a thousand samples.
 */
export function computeMinNoticed(mutants: number, bar: number): number {
  const odds = bar / 100;
  let [exactly, atMost] = [(1 - odds) ** mutants, 0];
  for (let noticedCount = 0; noticedCount < mutants; noticedCount++) {
    atMost += exactly;
    if (atMost > FALSE_ALARM_RATE) return noticedCount;
    exactly *= ((mutants - noticedCount) / (noticedCount + 1)) * (odds / (1 - odds));
  }
  return mutants;
}

/** Returns how many mutants must be noticed to reach a threshold in percent. */
const computeShare = (mutants: number, threshold: number) => Math.ceil((mutants * threshold) / 100);

/**
 * Logs how many mutants were noticed. Fails for each kind whose share is below its threshold, but not for single missed
 * mutants.
 * @param computeRequired returns how many mutants must be noticed, given their number and the threshold in percent
 */
export function formatVerdict(
  judgedMutants: JudgedMutant[],
  errors: string[] = [],
  computeRequired = computeShare,
): TestCounts {
  const failures = [...errors];
  for (const kind of KINDS) {
    const kindMutants = judgedMutants.filter((one) => one.kind === kind);
    const missedCount = kindMutants.filter(({ noticed }) => !noticed);
    const noticedCount = kindMutants.length - missedCount.length;
    const requiredCount = Math.max(1, computeRequired(kindMutants.length, THRESHOLDS[kind]));
    const verdict = `${kind}: ${noticedCount} of ${kindMutants.length} mutants noticed (threshold ${THRESHOLDS[kind]} %: at least ${requiredCount})`;
    console.log(verdict);
    if (noticedCount >= requiredCount) continue;
    failures.push(`${verdict}: ${missedCount.map(({ place, change }) => `${place} ${change}`).join('; ')}`);
  }
  const passedCount = judgedMutants.filter(({ noticed }) => noticed).length;
  return { passed: passedCount, failed: failures.length, skipped: 0, broken: failures };
}
