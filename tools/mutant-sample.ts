import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { KINDS, type Kind } from './mutant-plugins.ts';
import type { Judged } from './mutants.ts';
import type { Counts } from './tally.ts';

// The largest first, so that none of two workers waits long for the other at the end.
const FEATURES = ['accounts', 'deals', 'lfg', 'matches', 'bookings', 'teams', 'moderation', 'notifications'];
/** Mutants of each kind and feature, and the seed by which they are drawn: the same ones while the sources stay. */
const SAMPLE = { size: 6, seed: 1 };
/** Percent of the mutants of a kind, over all features, that have to be noticed: few of one feature would be a lottery. */
const BARS: Record<Kind, number> = { rules: 85, commands: 75 };

/**
 * Plants a few faults in each feature and counts those that its own tests notice; says each as it is tested.
 * @returns those noticed as passed, and one failure for each kind below its bar and each feature that cannot be judged
 */
export async function mutantSample(): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-sample-'));
  const waiting = [...FEATURES];
  const judged: Judged[] = [];
  const broken: string[] = [];
  const work = async () => {
    for (let feature = waiting.shift(); feature; feature = waiting.shift()) {
      const found = await judge(feature, join(folder, `${feature}.json`));
      if (found) judged.push(...found);
      else broken.push(`${feature}: its mutants could not be tested`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  rmSync(folder, { recursive: true, force: true });
  return verdictOn(judged, broken);
}

/** @returns undefined when the run broke off */
async function judge(feature: string, report: string): Promise<Judged[] | undefined> {
  const { size, seed } = SAMPLE;
  const args = [`--sample=${size}`, `--seed=${seed}`, '--workers=1', '--rules-bar=0', '--commands-bar=0'];
  const child = spawn(process.execPath, ['tools/mutants.ts', feature, ...args, `--report=${report}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return code === 0 ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
}

/** Counts what was judged: a mutant that nobody noticed is no failure by itself, a kind below its bar is one. */
export function verdictOn(judged: Judged[], broken: string[] = []): Counts {
  const failures = [...broken];
  for (const kind of KINDS) {
    const all = judged.filter((one) => one.kind === kind);
    const missed = all.filter(({ noticed }) => !noticed);
    const percent = all.length > 0 ? Math.round((1 - missed.length / all.length) * 1000) / 10 : 0;
    console.log(`${kind}: ${all.length - missed.length} of ${all.length} mutants noticed (${percent} %)`);
    if (percent >= BARS[kind]) continue;
    const places = missed.map(({ place, change }) => `${place} ${change}`);
    failures.push(`${kind}: ${percent} % of the mutants are noticed, not ${BARS[kind]} %: ${places.join('; ')}`);
  }
  const passed = judged.filter(({ noticed }) => noticed).length;
  return { passed, failed: failures.length, skipped: 0, broken: failures };
}
