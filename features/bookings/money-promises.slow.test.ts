import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const FOLDERS = ['features/payments/', 'features/bookings/', 'features/team-assembly/', 'features/assets/'];
const [, section = ''] = readFileSync('docs/security.md', 'utf8').split('## Guarantees for money');
const rows = [...section.split('\n## ')[0]!.matchAll(/^\| ([^|]+) \| `([^`]+)` \|$/gm)];
/** Tests are named `<describe> › <it>`. */
const promises = rows.map(([, promise, name]) => [promise!, name!] as const);

/** Converts a test's name to a pattern that matches the name with its placeholders filled in. */
const toPattern = (name: string) =>
  name
    .split(/%\w/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');

type Result = { fullName: string; status: string; failureMessages: string[] };
let results: Result[];

/** Runs every named test in a second Vitest process. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'money-promises-'));
  const report = join(folder, 'report.json');
  const pattern = promises.map(([, name]) => toPattern(name.split(' › ').at(-1)!)).join('|');
  const args = ['run', ...FOLDERS, '--testNamePattern', pattern, '--reporter=json', `--outputFile=${report}`];
  // Vitest exits with 1 if a test fails; the report says which.
  await promisify(execFile)('node_modules/.bin/vitest', args, { env: withoutVitest() }).catch(() => undefined);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: { assertionResults: Result[] }[] };
  results = testResults.flatMap(({ assertionResults }) => assertionResults);
  rmSync(folder, { recursive: true });
}, 900_000);
afterAll(() => expect(promises.length).toBeGreaterThan(15));

/** Returns the environment without Vitest's variables, which would make the process a worker. */
function withoutVitest(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|QUICK_TESTS|NODE_OPTIONS)/.test(name)),
  );
}

describe('the money guarantees in docs/security.md', () => {
  test.each(promises)('have passing tests: %s', (_promise, name) => {
    const ranTests = results.filter(({ fullName }) =>
      new RegExp(`^${toPattern(name.replaceAll(' › ', ' '))}$`).test(fullName),
    );
    expect(ranTests.flatMap(({ failureMessages }) => failureMessages)).toEqual([]);
    expect(ranTests.map(({ status }) => status).filter((status) => status !== 'passed')).toEqual([]);
    expect(ranTests.length).toBeGreaterThan(0);
  });
});
