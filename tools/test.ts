import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hasPooler } from '../db/test-pooler.ts';
import { hasPostgres, startTestPostgres } from '../db/test-postgres.ts';
import { chooseTests, type TestChoice } from './chosen-tests.ts';
import { unpackChromium } from './chromium.ts';
import { getRotationIndex, listInRotation, ROTATIONS } from './ci-rotation.ts';
import { TESTS_SKIPPED_BY_DEFAULT } from './longer-tests.ts';
import { listAllFeatures, listDueFeatures, runMutantSample } from './mutant-sample.ts';
import { createScratchFolder, startNode } from './node-under-test.ts';
import { addToTally, type TestCounts } from './tally.ts';

const selection = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const isSlow = process.argv.includes('--slow');
/** Paths or words that select the tests to run. */
const testArgs = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWanted = (suite: string) => (selection ? selection === suite : true);
/**
 * Journeys with the most reads and writes; the first two run every time. Pages with only text don't depend on the
 * database.
 */
const WRITING_JOURNEYS = ['journey', 'matches', 'lfg', 'parties', ...listJourneys('deals*')];
/** Slow test files that write to many features at once. */
const LONG_ON_POSTGRES = [
  ...['server/account-status', 'server/sign-in-access', 'server/unknown-ids', 'together', 'health/backup', 'founders'],
  ...[
    'rate-limits',
    'matcher-runs/',
    'match-reliability',
    'journal',
    'person/',
    'parties/',
    'first-matching-rounds',
    'report-compromise',
  ],
  'squads/model/',
  'db/bus',
  'queue/model/',
];
/** Features that would break behind a transaction-mode connection pooler if they relied on a session. */
const SESSION_SENSITIVE_FEATURES = ['features/live/', 'features/queue/', 'features/notifications/'];
/**
 * Up to this number of files, one worker runs them all, because loading the product in another one takes longer than
 * most features' tests.
 */
const MAX_FILES_OF_ONE_WORKER = 30;
/** Number of characters shown from both the start and the end of a failure message; the cause is at the end. */
const MAX_MESSAGE_LENGTH = 500;
const shorten = (text: string) =>
  text.length <= 2 * MAX_MESSAGE_LENGTH
    ? text
    : `${text.slice(0, MAX_MESSAGE_LENGTH)}\n  …\n${text.slice(-MAX_MESSAGE_LENGTH)}`;
let hasFailed = false;
const MINUTE_MS = 60_000;
/** Start time of the current suite. Suites run one after another. */
let startedAt = performance.now();

/** Returns the names of journeys whose files match a pattern. */
function listJourneys(pattern: string): string[] {
  return globSync(`e2e/${pattern}.spec.ts`).map((path) => basename(path, '.spec.ts'));
}

/** Runs a program, streams its output and returns its exit code. */
function runProgram(program: string, args: string[], variables: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${program}`, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...variables },
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Stores a suite's result. If the run failed although every test passed, it counts as a failure. */
function recordResult(suite: string, code: number, testCounts: TestCounts): void {
  const isUnexplained = code !== 0 && testCounts.failed === 0;
  const problems = [...(testCounts.broken ?? []), ...(isUnexplained ? [`the run ended with code ${code}`] : [])];
  const counts = { ...testCounts, failed: testCounts.failed + (isUnexplained ? 1 : 0), broken: problems };
  addToTally(suite, counts);
  if (counts.failed > 0) hasFailed = true;
  const minutes = Math.ceil((performance.now() - startedAt) / MINUTE_MS);
  startedAt = performance.now();
  console.log(
    `${suite}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, within ${minutes} min\n`,
  );
}

async function runVitest(suite: string, args: string[], variables: Record<string, string> = {}): Promise<void> {
  console.log(`== ${suite} ==`);
  const report = `test-results/${suite.replaceAll(' ', '-')}.json`;
  const errors = `test-results/${suite.replaceAll(' ', '-')}.errors.json`;
  for (const file of [report, errors]) rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./tools/unhandled-errors.ts'];
  const code = await runProgram('vitest', ['run', ...args, ...reporters, `--outputFile.json=${report}`], {
    ...variables,
    UNHANDLED_ERRORS: errors,
  });
  recordResult(suite, code, countVitest(report, errors));
}

function countVitest(report: string, errors: string): TestCounts {
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    const unhandledErrors: string[] = JSON.parse(readFileSync(errors, 'utf8'));
    return {
      passed: result.numPassedTests,
      failed:
        result.numFailedTests + result.numFailedTestSuites * (result.numFailedTests ? 0 : 1) + unhandledErrors.length,
      skipped: result.numPendingTests,
      broken: [
        ...listVitestFailures(result.testResults),
        ...unhandledErrors.map((error) => `in no test: ${shorten(error)}`),
      ],
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

function listVitestFailures(files: VitestFile[]): string[] {
  return files.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && file.status === 'failed') return [`${file.name}: ${shorten(file.message)}`];
    return tests.map((test) => `${test.fullName}: ${shorten(test.failureMessages[0] ?? '')}`);
  });
}

/** Returns the current turn of the rotation, or '' to run all journeys. */
const getRotation = (width: 'desktop' | 'phone') =>
  selection === 'journeys' ? '' : String(getRotationIndex(ROTATIONS[width]));

async function runPlaywright(suite: string, scope: string, variables: Record<string, string>, args: string[] = []) {
  console.log(`== ${suite} ==`);
  const chromium = await unpackChromium();
  const folder = createScratchFolder();
  // Turn off the sign-up limits, because all tests sign up users from one address. The limits have their own tests.
  const node = await startNode({ DATA_DIR: folder.path, AUTH_LIMITS_DISABLED: 'true', ...variables });
  const report = `test-results/${suite.replaceAll(' ', '-')}.json`;
  rmSync(report, { force: true });
  const code = await runProgram('playwright', ['test', ...args], {
    ...chromium.variables,
    E2E_SCOPE: scope,
    E2E_PHONE_TURN: scope === 'rest' ? getRotation('phone') : '',
    E2E_DESKTOP_TURN: scope === 'rest' ? getRotation('desktop') : '',
    E2E_CHROMIUM: chromium.program,
    E2E_ORIGIN: node.origin,
    E2E_REPORT: report,
  });
  await node.stop();
  folder.remove();
  recordResult(suite, code, countPlaywright(report));
}

function countPlaywright(report: string): TestCounts {
  try {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'));
    const specs = listSpecs(suites);
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      broken: listPlaywrightTests(specs, 'unexpected'),
      flaky: listPlaywrightTests(specs, 'flaky'),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function runMutants(suite: string, features: string[]): Promise<void> {
  console.log(`== ${suite} ==`);
  recordResult(suite, 0, await runMutantSample(features));
}

type BrowserSpec = {
  title: string;
  file: string;
  tests: { projectName: string; status: string; results: { error?: { message: string } }[] }[];
};
type BrowserSuite = { specs?: BrowserSpec[]; suites?: BrowserSuite[] };

function listSpecs(suites: BrowserSuite[]): BrowserSpec[] {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...listSpecs(suite.suites ?? [])]);
}

function listPlaywrightTests(specs: BrowserSpec[], status: string): string[] {
  return specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === status)
      .map((test) => {
        const message = test.results.find((result) => result.error)?.error?.message ?? '';
        return `${spec.file} (${test.projectName}) ${spec.title}: ${shorten(stripVTControlCharacters(message))}`;
      }),
  );
}

mkdirSync('test-results', { recursive: true });
async function runOnPostgres(suite: string, run: () => Promise<void>): Promise<void> {
  if (hasPostgres()) await run();
  else console.log(`${suite}: skipped: no PostgreSQL\n`);
}

/** Returns test files of every kind. */
function listTests(): { path: string; text: string }[] {
  const sourceTests =
    '{bench,content,db,features,integrations,matcher,paging,pictures,ratings,server,text,time,tools,web}/**/*.test.{ts,tsx}';
  return [...globSync(sourceTests), ...globSync('e2e/*.spec.ts')]
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

async function runChosenTests({ unit, slow: long, browser: specs, title }: TestChoice): Promise<void> {
  if (unit.length + long.length + specs.length === 0) {
    console.log(`No file of tests is called "${testArgs.join(' ')}" and no test says it.`);
    hasFailed = true;
  }
  const pattern = title?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const titleOptions = pattern ? ['--testNamePattern', pattern] : [];
  const workers = unit.length <= MAX_FILES_OF_ONE_WORKER ? ['--maxWorkers=1'] : [];
  if (unit.length > 0) await runVitest('chosen tests', [...unit, ...titleOptions, ...workers]);
  if (long.length > 0)
    await runVitest('chosen long tests', ['--config', 'vitest.slow.config.ts', ...long, ...titleOptions]);
  if (specs.length > 0)
    await runPlaywright('chosen browser tests', '', {}, [...specs, ...(pattern ? ['-g', pattern] : [])]);
}

if (testArgs.length > 0) {
  await runChosenTests(chooseTests(listTests(), testArgs, isSlow));
} else if (isSlow) {
  const slowTests = listTests()
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.slow.test.ts'));
  const slowRotationIndex = getRotationIndex(ROTATIONS.long);
  if (isWanted('longer'))
    await runVitest('those that take longer, on the embedded database', [...TESTS_SKIPPED_BY_DEFAULT]);
  if (isWanted('faults')) {
    const files = selection === 'faults' ? slowTests : listInRotation(slowTests, ROTATIONS.long, slowRotationIndex);
    await runVitest('slow suites', ['--config', 'vitest.slow.config.ts', ...files]);
  }
  if (isWanted('postgres')) {
    const suite = 'rules, commands and API on PostgreSQL';
    const features = globSync('features/*').map((path) => `${path}/`);
    const turn =
      selection === 'postgres'
        ? features
        : listInRotation(features, ROTATIONS.postgres, getRotationIndex(ROTATIONS.postgres));
    await runOnPostgres(suite, () => runVitest(suite, [...turn, 'server', 'db'], { TEST_DATABASE: 'postgres' }));
    const betweenLabel = 'what one feature does in the others, on PostgreSQL';
    // Use the files that ran on the embedded database in the previous rotation.
    const otherTests =
      selection === 'postgres'
        ? slowTests
        : listInRotation(slowTests, ROTATIONS.long, (slowRotationIndex + ROTATIONS.long - 1) % ROTATIONS.long);
    const files = otherTests.filter((path) => LONG_ON_POSTGRES.some((part) => path.includes(part)));
    const args = ['--config', 'vitest.slow.config.ts', ...files];
    await runOnPostgres(betweenLabel, () => runVitest(betweenLabel, args, { TEST_DATABASE: 'postgres' }));
    const pooledLabel = 'locks, jobs and news through a pooler';
    if (hasPooler())
      await runOnPostgres(pooledLabel, () =>
        runVitest(pooledLabel, SESSION_SENSITIVE_FEATURES, { TEST_DATABASE: 'pooler' }),
      );
    else console.log(`${pooledLabel}: skipped: no PgBouncer\n`);
  }
  // Test only some features per CI run, because all eight take 15 minutes.
  if (isWanted('mutants')) {
    const features = selection === 'mutants' ? listAllFeatures() : listDueFeatures();
    await runMutants(`faults planted in rules and commands of ${features.join(', ')}`, features);
  }
  if (isWanted('journeys')) await runPlaywright('the other journeys', 'rest', {});
  if (isWanted('browser-postgres')) {
    const suite = 'browser on PostgreSQL';
    await runOnPostgres(suite, async () => {
      const postgres = await startTestPostgres();
      const [journey, matches, ...others] = WRITING_JOURNEYS;
      const turn = selection ? others : listInRotation(others, ROTATIONS.writing, getRotationIndex(ROTATIONS.writing));
      const specs = [journey, matches, ...turn].map((name) => `/${name}.spec.ts`);
      await runPlaywright(suite, 'postgres', { DATABASE_URL: postgres.url }, specs);
      await postgres.stop();
    });
  }
} else {
  const suite = 'rules, commands and API on the embedded database';
  if (isWanted('unit')) await runVitest(suite, [], { QUICK_TESTS: 'true' });
  if (isWanted('browser')) await runPlaywright('browser on the embedded database', 'main', {});
}
console.log(hasFailed ? 'Some tests failed.' : 'All tests passed.');
process.exit(hasFailed ? 1 : 0);
