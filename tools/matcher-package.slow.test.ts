import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePool } from '../bench/matcher/pools.ts';
import type { Result } from '../matcher/matcher-schema.ts';
import { defaultRules, runMatcher } from '../matcher/run.ts';
import { unpackChromium } from './chromium.ts';
import { assembleExample, serveFolder } from './matcher-example.ts';
import { createFormatSchema } from './matcher-formats.ts';
import { buildMatcherPackage, packMatcher } from './matcher-package.ts';

const hasNpm = spawnSync('npm', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'planet-crew-matcher-'));
const consumer = join(folder, 'consumer');
const installedFolder = join(consumer, 'node_modules/@planet-crew/matcher');

/** Runs a program in the consumer's folder outside this repository, and returns its output. */
const inConsumer = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: consumer, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs a module in the consumer's folder and parses its output as JSON. */
function run(name: string, code: string): unknown {
  writeFileSync(join(consumer, name), code);
  return JSON.parse(inConsumer(process.execPath, name));
}

/** Returns the first code block under "Use" in the README. */
const useOfReadme = () =>
  /## Use\n\n```js\n([\s\S]*?)```/.exec(readFileSync(join(installedFolder, 'README.md'), 'utf8'))![1]!;

const IMPORTS = `import { readFileSync } from 'node:fs';
import { defaultRules, readPool, readResult, runMatcher, verifyResult } from '@planet-crew/matcher';
const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
const pool = readPool(read('pool.json'));
`;

describe.skipIf(!hasNpm)(`the packed matcher${hasNpm ? '' : ' (skipped: there is no npm)'}`, () => {
  const pool = makePool('community', 120, 5);

  beforeAll(async () => {
    await buildMatcherPackage(join(folder, 'package'));
    const packageFile = packMatcher(join(folder, 'package'), folder);
    mkdirSync(consumer);
    writeFileSync(join(consumer, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
    writeFileSync(join(consumer, 'pool.json'), JSON.stringify(pool));
    inConsumer('npm', 'install', '--offline', '--no-audit', '--no-fund', packageFile);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('installs without dependencies or sources, and imports Node modules only in threading code', () => {
    expect(readdirSync(join(consumer, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@planet-crew',
    ]);
    const manifest = JSON.parse(readFileSync(join(installedFolder, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('private');
    const files = readdirSync(installedFolder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([]);
    expect(files).toContain('pictures/compared.svg');
    for (const name of files.filter((one) => one.endsWith('.js'))) {
      const code = readFileSync(join(installedFolder, name), 'utf8');
      const outward = [...code.matchAll(/^(?:import|export)[^;]*? from ["']([^."'][^"']*)["']|^import ["']([^."'])/gm)];
      const isNode = /(pool-workers|conductor|task-worker|command)\.js$/.test(name) || /shared-/.test(name);
      expect(outward.map(([, from]) => from).filter((from) => !(isNode && from?.startsWith('node:')))).toEqual([]);
    }
    // Code for web pages must not reach Node modules either.
    const reachedPaths = new Set(['dist/matcher.js']);
    for (const name of reachedPaths) {
      const code = readFileSync(join(installedFolder, name), 'utf8');
      expect(code).not.toMatch(/from ["']node:/);
      for (const [, file] of code.matchAll(/from ["']\.\/([^"']+)["']/g)) reachedPaths.add(`dist/${file}`);
    }
  });

  test('finds the same matches from the command line as through the module, and lists the options', () => {
    const command = join(consumer, 'node_modules/.bin/planet-crew-matcher');
    expect(inConsumer(command, '--help')).toContain('planet-crew-matcher --pool pool.json --out result.json');
    inConsumer(command, '--pool', 'pool.json', '--out', 'told.json', '--seed', '3', '--explain');
    const parsedResult = JSON.parse(readFileSync(join(consumer, 'told.json'), 'utf8')) as Result;
    const own = runMatcher(pool, defaultRules, { seed: 3, effort: 'full' });
    expect(parsedResult.squads.map(({ members }) => members)).toEqual(own.squads.map(({ members }) => members));
    expect(parsedResult.squads[0]).toMatchObject({
      explanation: expect.arrayContaining([expect.stringMatching(/^All five are free /)]),
    });
  });

  test('finds the same matches in plain Node as from source, also on threads, and verifies its results', () => {
    const output = run(
      'match.js',
      `${IMPORTS}import { runMatcherInWorkers } from '@planet-crew/matcher/threads';
const result = runMatcher(pool, defaultRules, { seed: 3, effort: 'full', proof: 'tight' });
const { certificate, ...threaded } = await runMatcherInWorkers(pool, defaultRules, { seed: 3, effort: 'full', proof: 'tight' });
const threadFaults = verifyResult(pool, defaultRules, { certificate, ...threaded });
const kept = readResult(JSON.parse(JSON.stringify(result)));
const faults = verifyResult(pool, defaultRules, kept, { repeat: true });
console.log(JSON.stringify({ result, threaded, faults: [...faults, ...threadFaults] }));`,
    ) as { result: Result; threaded: Omit<Result, 'certificate'>; faults: string[] };
    const own = runMatcher(pool, defaultRules, { seed: 3, effort: 'full', proof: 'tight' });
    expect(output.result).toEqual(JSON.parse(JSON.stringify(own)));
    const { certificate: _, ...proposals } = output.result;
    expect(output.threaded).toEqual(proposals);
    expect(output.threaded.squads.length).toBeGreaterThan(5);
    expect(output.faults).toEqual([]);
  });

  test('refuses a modified match and a pool in the wrong format', () => {
    const faults = run(
      'planted.js',
      `${IMPORTS}const result = runMatcher(pool, defaultRules, { seed: 3, effort: 'full' });
const [one, other] = result.squads;
[one.members[0], other.members[1]] = [other.members[1], one.members[0]];
const faults = verifyResult(pool, defaultRules, result);
try { readPool({ weekOf: '2026-03-03', players: [] }); } catch (error) { faults.push(error.message); }
console.log(JSON.stringify(faults));`,
    ) as string[];
    expect(faults).toContainEqual(expect.stringMatching(/^The squad of .+\.$/));
    expect(faults.at(-1)).toBe('  weekOf: weekOf must be a Monday');
  });

  test('runs the example in its README unchanged', () => {
    writeFileSync(join(consumer, 'readme.js'), useOfReadme());
    expect(inConsumer(process.execPath, 'readme.js')).toMatch(/player 0[\s\S]*player 4[\s\S]*\n\[\]\n$/);
  });

  test('has self-contained types, and its formats as JSON Schema', () => {
    for (const name of ['pool', 'rules', 'result']) {
      const document = JSON.parse(readFileSync(join(installedFolder, `schema/${name}.json`), 'utf8'));
      expect(document).toEqual(JSON.parse(JSON.stringify(createFormatSchema(name))));
    }
    writeFileSync(
      join(consumer, 'typed.ts'),
      `import { defaultRules, type MatchingRules, type PoolInput, readPool, type Result, runMatcher, verifyResult } from '@planet-crew/matcher';
import { runMatcherInWorkers } from '@planet-crew/matcher/threads';
import format from '@planet-crew/matcher/schema/pool.json' with { type: 'json' };

const input: PoolInput = { weekOf: '2026-03-02', players: [{ id: 'a', platform: 'PC', region: 'EU', positions: ['C'], modes: [], languages: [] }] };
const rules: MatchingRules = { ...defaultRules, limits: { ...defaultRules.limits, maxRatingSpread: 20 } };
const result: Result = runMatcher(readPool(input), rules, { seed: 1, effort: 'full' });
export const faults: string[] = verifyResult(readPool(input), rules, result);
export const reason: 'no-squad-found' | string = result.leftOver[0]!.reason;
export const seconds: Promise<number> = runMatcherInWorkers(readPool(input), rules, { seed: 1, effort: 2 }).then(({ certificate }) => certificate.seconds);
export const title: string = format.type;
// @ts-expect-error: a gap is a number
export const gap: string = result.certificate.gap;
// @ts-expect-error: there is no such effort
runMatcher(readPool(input), rules, { seed: 1, effort: 'most' });
`,
    );
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024'];
    const tsc = resolve('node_modules/.bin/tsc');
    expect(inConsumer(tsc, ...flags, '--resolveJsonModule', '--types', '', 'typed.ts')).toBe('');
  });

  test.each([1440, 390])('matches 1,000 players in a Web Worker in a real browser, %i px wide', async (width) => {
    assembleExample(installedFolder, join(folder, 'example'));
    const { server, address } = await serveFolder(join(folder, 'example'), 0);
    const { program, variables } = await unpackChromium();
    const browser = await chromium.launch({
      executablePath: program,
      args: ['--no-sandbox'],
      env: { ...process.env, ...variables } as Record<string, string>,
    });
    try {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('request', (request) => {
        if (!request.url().startsWith(address) && !request.url().startsWith('data:')) faults.push(request.url());
      });
      await page.goto(address);
      await page.getByRole('button', { name: 'Match them' }).click();
      await page.getByText(/^Done: 1,000 players in/).waitFor();
      await page.getByText(/^Verified: every squad/).waitFor();
      expect(await page.locator('.squads > li').count()).toBe(12);
      await page.getByRole('button', { name: 'Swap two players' }).click();
      await page.getByText(/^Refused/).waitFor();
      const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(pageWidth).toBeLessThanOrEqual(width);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
      server.close();
    }
  });
});
