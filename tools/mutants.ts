import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { getMutantKind, KINDS, type MutantKind } from './mutant-plugins.ts';

const USAGE = `npm run mutants -- <feature> [--kind rules|commands] [--sample 50|all] [--seed 1] [--only part-of-a-path]
                   [--rules-bar 85] [--commands-bar 75] [--workers 2] [--report file.json]

Plants faults in the rules and commands of a feature and counts those that the feature's own tests notice.`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string' },
    sample: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    'rules-bar': { type: 'string', default: '85' },
    'commands-bar': { type: 'string', default: '75' },
    workers: { type: 'string', default: '2' },
    report: { type: 'string' },
  },
});
type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** One mutant in the output of `--report`. */
export type JudgedMutant = { kind: MutantKind; place: string; change: string; noticed: boolean };

const [feature] = positionals;
const kinds = KINDS.filter((kind) => !options.kind || kind === options.kind);
const size = options.sample === 'all' ? Number.MAX_SAFE_INTEGER : Number(options.sample);
if (!feature || !existsSync(`features/${feature}`) || kinds.length === 0 || !(size > 0)) {
  console.error(USAGE);
  process.exit(1);
}

// Fix the seed. Otherwise, chance decides which mutants the property tests notice.
process.env.PROPERTY_SEED = options.seed;
process.env.PLANTS_FAULTS = 'true';
const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
// Aborted tests leave files behind, so use a folder that's removed at the end.
process.env.TMPDIR = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** CompileError marks mutants outside the sample. Ignored marks log calls and disabled mutators. */
const isTested = ({ status }: Mutant) => status !== 'CompileError' && status !== 'Ignored';

const isMissed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage';

const mutants = (await new Stryker(createSettings(feature)).runMutationTest()).filter(isTested);
if (options.report) writeFileSync(options.report, JSON.stringify(mutants.map(toJudged)));
process.exitCode = report(mutants) && mutants.length > 0 ? 0 : 1;

function toJudged(mutant: Mutant): JudgedMutant {
  const change = `${readOriginal(mutant)} → ${formatCode(mutant.replacement ?? '')}`;
  return { kind: getMutantKind(mutant.fileName)!, place: formatLocation(mutant), change, noticed: !isMissed(mutant) };
}

function createSettings(feature: string) {
  return {
    mutate: kinds.map((kind) => `features/${feature}/**/*.${kind}.ts`),
    // Don't use `testFiles`, because it activates mutants in module-level code too late, so all of them survive.
    vitest: { dir: `features/${feature}`, pool: 'forks', related: false },
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), import.meta.resolve('./mutant-plugins.ts')],
    checkers: ['sample'],
    ignorers: ['logs'],
    reporters: ['lines'],
    sample: { size, seed: options.seed, only: options.only },
    mutator: { excludedMutations: ['StringLiteral', 'OptionalChaining'] },
    coverageAnalysis: 'perTest',
    concurrency: Number(options.workers),
    // A timeout counts as noticed. So allow enough time that a busy machine doesn't look like an endless loop.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 15,
    // Keep the copies of the sources in the temporary folder, so that no other tool finds what a killed run leaves
    // behind.
    tempDirName: folder,
    cleanTempDir: 'always',
    ignorePatterns: ['build', 'data', 'backups', 'test-results', 'playwright-report', 'coverage'],
    // Don't let Stryker rewrite tsconfig.json, because that needs the compiler's JavaScript API, which TypeScript 7
    // doesn't have.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    logLevel: 'warn',
    allowConsoleColors: false,
  } as ConstructorParameters<typeof Stryker>[0];
}

function report(mutants: Mutant[]): boolean {
  for (const mutant of mutants.filter(isMissed)) {
    console.log(
      `\n${formatLocation(mutant)} ${mutant.mutatorName}${mutant.status === 'NoCoverage' ? ', no test gets here' : ''}`,
    );
    console.log(`  - ${readOriginal(mutant)}\n  + ${formatCode(mutant.replacement ?? '')}`);
  }
  const rows = kinds.map((kind) =>
    formatRow(
      kind,
      mutants.filter(({ fileName }) => getMutantKind(fileName) === kind),
    ),
  );
  console.table(Object.fromEntries(rows.map(({ kind, ...row }) => [kind, row])));
  return rows.every(({ kind, mutants, 'score %': score }) => mutants === 0 || score >= Number(options[`${kind}-bar`]));
}

function formatRow(kind: MutantKind, mutants: Mutant[]) {
  const count = (...statuses: Mutant['status'][]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  // A file that a mutant keeps from loading counts as noticed, too, because its tests fail.
  const killedCount = count('Killed', 'RuntimeError');
  const timeouts = count('Timeout');
  return {
    kind,
    mutants: mutants.length,
    killed: killedCount,
    survived: count('Survived'),
    timeouts,
    'no coverage': count('NoCoverage'),
    'score %': Math.round(((killedCount + timeouts) / Math.max(mutants.length, 1)) * 1000) / 10,
  };
}

function formatLocation({ fileName, location }: Mutant): string {
  return `${relative('.', fileName)}:${location.start.line}`;
}

function formatCode(code: string): string {
  return code.replace(/\s+/g, ' ').slice(0, 160);
}

function readOriginal({ fileName, location: { start, end } }: Mutant): string {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  lines.push(lines.pop()!.slice(0, end.column - 1));
  return formatCode(lines.join('\n').slice(start.column - 1));
}
