import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hasPooler } from '../db/test-pooler.ts';
import { hasPostgres, startTestPostgres } from '../db/test-postgres.ts';
import { type Choice, chosenTests } from './chosen-tests.ts';
import { unpackChromium } from './chromium.ts';
import { inRotation, ROTATIONS, rotationIndex } from './ci-rotation.ts';
import { LONGER_TESTS } from './longer-tests.ts';
import { allFeatures, featuresInTurn, mutantSample } from './mutant-sample.ts';
import { scratchFolder, startNode } from './node-under-test.ts';
import { addToTally, type Counts } from './tally.ts';

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const deep = process.argv.includes('--deep');
/** Paths or words: only the tests that they mean are run. */
const wishes = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const wanted = (suite: string) => (only ? only === suite : true);
/** What reads and writes the most; pages of words do not change with the database. The first two are walked each time. */
const WRITING_JOURNEYS = ['journey', 'matches', 'lfg', 'parties', ...namesOf('deals*')];
/** Long suites that write in many features at once. */
const LONG_ON_POSTGRES = [
  ...['server/standing', 'server/sign-in-door', 'server/unknown-ids', 'together', 'health/backup', 'founders'],
  ...['rate-limits', 'matcher-runs/', 'match-reliability', 'journal', 'person/', 'parties/', 'first-looks', 'not-me'],
  'squads/life/',
  'queue/life/',
];
/** What a pooler that lends connections by transaction would break if it needed a session. */
const LOCKS_AND_NEWS = ['features/live/', 'features/queue/', 'features/notifications/'];
/** Characters of a failure's message that the closing list shows of its beginning and of its end, where the cause stands. */
const SHOWN = 500;
const shortened = (text: string) =>
  text.length <= 2 * SHOWN ? text : `${text.slice(0, SHOWN)}\n  …\n${text.slice(-SHOWN)}`;
let failed = false;
const MINUTE_MS = 60_000;
/** When the suite that runs began: one comes after the other. */
let began = performance.now();

/** Names of the journeys whose files match. */
function namesOf(pattern: string): string[] {
  return globSync(`e2e/${pattern}.spec.ts`).map((path) => basename(path, '.spec.ts'));
}

/** Runs a program with its output shown as it comes. */
function run(program: string, args: string[], variables: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${program}`, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...variables },
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** A run that ends badly although each test passed is a failure that has to be in the sum, or nobody finds it. */
function conclude(suite: string, code: number, found: Counts): void {
  const unexplained = code !== 0 && found.failed === 0;
  const broken = [...(found.broken ?? []), ...(unexplained ? [`the run ended with code ${code}`] : [])];
  const counts = { ...found, failed: found.failed + (unexplained ? 1 : 0), broken };
  addToTally(suite, counts);
  if (counts.failed > 0) failed = true;
  const minutes = Math.ceil((performance.now() - began) / MINUTE_MS);
  began = performance.now();
  console.log(
    `${suite}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, within ${minutes} min\n`,
  );
}

async function vitest(suite: string, args: string[], variables: Record<string, string> = {}): Promise<void> {
  console.log(`== ${suite} ==`);
  const report = `test-results/${suite.replaceAll(' ', '-')}.json`;
  const errors = `test-results/${suite.replaceAll(' ', '-')}.errors.json`;
  for (const file of [report, errors]) rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./tools/unhandled-errors.ts'];
  const code = await run('vitest', ['run', ...args, ...reporters, `--outputFile.json=${report}`], {
    ...variables,
    UNHANDLED_ERRORS: errors,
  });
  conclude(suite, code, vitestCounts(report, errors));
}

function vitestCounts(report: string, errors: string): Counts {
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    const unhandled: string[] = JSON.parse(readFileSync(errors, 'utf8'));
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numFailedTestSuites * (result.numFailedTests ? 0 : 1) + unhandled.length,
      skipped: result.numPendingTests,
      broken: [...vitestFailures(result.testResults), ...unhandled.map((error) => `in no test: ${shortened(error)}`)],
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

type VitestFile = {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};

function vitestFailures(files: VitestFile[]): string[] {
  return files.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && file.status === 'failed') return [`${file.name}: ${shortened(file.message)}`];
    return tests.map((test) => `${test.fullName}: ${shortened(test.failureMessages[0] ?? '')}`);
  });
}

/** Whoever asks for one kind of suite gets all of it. */
const turnAt = (width: 'desktop' | 'phone') => (only === 'journeys' ? '' : String(rotationIndex(ROTATIONS[width])));

async function browser(suite: string, scope: string, variables: Record<string, string>, args: string[] = []) {
  console.log(`== ${suite} ==`);
  const chromium = await unpackChromium();
  const folder = scratchFolder();
  // Every test signs up people of its own from one address; the limits on that have tests of their own.
  const node = await startNode({ DATA_DIR: folder.path, AUTH_LIMITS_DISABLED: 'true', ...variables });
  const report = `test-results/${suite.replaceAll(' ', '-')}.json`;
  rmSync(report, { force: true });
  const code = await run('playwright', ['test', ...args], {
    ...chromium.variables,
    E2E_SCOPE: scope,
    E2E_PHONE_TURN: scope === 'rest' ? turnAt('phone') : '',
    E2E_DESKTOP_TURN: scope === 'rest' ? turnAt('desktop') : '',
    E2E_CHROMIUM: chromium.program,
    E2E_ORIGIN: node.origin,
    E2E_REPORT: report,
  });
  await node.stop();
  folder.remove();
  conclude(suite, code, browserCounts(report));
}

function browserCounts(report: string): Counts {
  try {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
    const specs = specsWithin(suites);
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      broken: browserTests(specs, 'unexpected'),
      flaky: browserTests(specs, 'flaky'),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function mutants(suite: string, features: string[]): Promise<void> {
  console.log(`== ${suite} ==`);
  conclude(suite, 0, await mutantSample(features));
}

type BrowserSpec = {
  title: string;
  file: string;
  tests: { projectName: string; status: string; results: { error?: { message: string } }[] }[];
};
type BrowserSuite = { specs?: BrowserSpec[]; suites?: BrowserSuite[] };

function specsWithin(suites: BrowserSuite[]): BrowserSpec[] {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsWithin(suite.suites ?? [])]);
}

function browserTests(specs: BrowserSpec[], status: string): string[] {
  return specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === status)
      .map((test) => {
        const message = test.results.find((result) => result.error)?.error?.message ?? '';
        return `${spec.file} (${test.projectName}) ${spec.title}: ${shortened(stripVTControlCharacters(message))}`;
      }),
  );
}

mkdirSync('test-results', { recursive: true });
async function onPostgres(suite: string, run: () => Promise<void>): Promise<void> {
  if (hasPostgres()) await run();
  else console.log(`${suite}: skipped: no PostgreSQL\n`);
}

/** Every file of tests, of whatever kind. */
function allTests(): { path: string; text: string }[] {
  const inside =
    '{bench,content,db,features,integrations,matcher,paging,pictures,server,text,time,tools,web}/**/*.test.{ts,tsx}';
  return [...globSync(inside), ...globSync('e2e/*.spec.ts')]
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

async function runChosen({ unit, deep: long, browser: specs, title }: Choice): Promise<void> {
  if (unit.length + long.length + specs.length === 0) {
    console.log(`No file of tests is called "${wishes.join(' ')}" and no test says it.`);
    failed = true;
  }
  const pattern = title?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const titled = pattern ? ['--testNamePattern', pattern] : [];
  if (unit.length > 0) await vitest('chosen tests', [...unit, ...titled]);
  if (long.length > 0) await vitest('chosen long tests', ['--config', 'vitest.deep.config.ts', ...long, ...titled]);
  if (specs.length > 0) await browser('chosen browser tests', '', {}, [...specs, ...(pattern ? ['-g', pattern] : [])]);
}

if (wishes.length > 0) {
  await runChosen(chosenTests(allTests(), wishes, deep));
} else if (deep) {
  const long = allTests()
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.deep.test.ts'));
  const longTurn = rotationIndex(ROTATIONS.long);
  if (wanted('longer')) await vitest('those that take longer, on the embedded database', [...LONGER_TESTS]);
  if (wanted('faults')) {
    const files = only === 'faults' ? long : inRotation(long, ROTATIONS.long, longTurn);
    await vitest('deep suites', ['--config', 'vitest.deep.config.ts', ...files]);
  }
  if (wanted('postgres')) {
    const suite = 'rules, commands and API on PostgreSQL';
    const features = globSync('features/*').map((path) => `${path}/`);
    const turn = only === 'postgres' ? features : inRotation(features, ROTATIONS.postgres, rotationIndex(ROTATIONS.postgres));
    await onPostgres(suite, () => vitest(suite, [...turn, 'server', 'db'], { TEST_DATABASE: 'postgres' }));
    const between = 'what one feature does in the others, on PostgreSQL';
    // Those that ran on the embedded database a turn before.
    const others = only === 'postgres' ? long : inRotation(long, ROTATIONS.long, (longTurn + ROTATIONS.long - 1) % ROTATIONS.long);
    const files = others.filter((path) => LONG_ON_POSTGRES.some((part) => path.includes(part)));
    const args = ['--config', 'vitest.deep.config.ts', ...files];
    await onPostgres(between, () => vitest(between, args, { TEST_DATABASE: 'postgres' }));
    const pooled = 'locks, jobs and news through a pooler';
    if (hasPooler()) await onPostgres(pooled, () => vitest(pooled, LOCKS_AND_NEWS, { TEST_DATABASE: 'pooler' }));
    else console.log(`${pooled}: skipped: no PgBouncer\n`);
  }
  // All eight features take a quarter of an hour, so each landing has a part of them.
  if (wanted('mutants')) {
    const features = only === 'mutants' ? allFeatures() : featuresInTurn();
    await mutants(`faults planted in rules and commands of ${features.join(', ')}`, features);
  }
  if (wanted('journeys')) await browser('the other journeys', 'rest', {});
  if (wanted('browser-postgres')) {
    const suite = 'browser on PostgreSQL';
    await onPostgres(suite, async () => {
      const postgres = await startTestPostgres();
      const [journey, matches, ...others] = WRITING_JOURNEYS;
      const turn = only ? others : inRotation(others, ROTATIONS.writing, rotationIndex(ROTATIONS.writing));
      const specs = [journey, matches, ...turn].map((name) => `/${name}.spec.ts`);
      await browser(suite, 'postgres', { DATABASE_URL: postgres.url }, specs);
      await postgres.stop();
    });
  }
} else {
  const suite = 'rules, commands and API on the embedded database';
  if (wanted('unit')) await vitest(suite, [], { QUICK_TESTS: 'true' });
  if (wanted('browser')) await browser('browser on the embedded database', 'main', {});
}
console.log(failed ? 'Some tests failed.' : 'All tests passed.');
process.exit(failed ? 1 : 0);
