import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { bundleMatcher } from './matcher-bundle.ts';
import { createFormatSchema, FORMATS } from './matcher-formats.ts';
import { expandTypes } from './matcher-types.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCES = join(ROOT, 'matcher');
/** The modules that users import, and the threads started from files next to them. */
const ENTRIES = {
  matcher: 'matcher/package-entry.ts',
  'pool-workers': 'matcher/pool-workers.ts',
  conductor: 'matcher/conductor.ts',
  'task-worker': 'matcher/task-worker.ts',
  command: 'tools/match-entry.ts',
};
/** Modules whose types we publish. Keep in sync with `exports` in the package's package.json. */
const TYPED_MODULES = ['matcher/package-entry.ts', 'matcher/pool-workers.ts'];
/** Packages whose code is bundled, so their licenses must be included. */
const BUNDLED_PACKAGES = ['temporal-polyfill', 'temporal-utils', 'zod'];

/**
 * Builds the matcher as a package in an empty folder: JavaScript without dependencies, types, formats and documents.
 */
export async function buildMatcherPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await bundleMatcher(join(folder, 'dist'), ENTRIES);
  await declareTypes(join(folder, 'dist'));
  mkdirSync(join(folder, 'schema'));
  for (const name of Object.keys(FORMATS)) {
    writeFileSync(join(folder, 'schema', `${name}.json`), `${JSON.stringify(createFormatSchema(name), null, 2)}\n`);
  }
  cpSync(join(SOURCES, 'README.md'), join(folder, 'README.md'));
  cpSync(join(SOURCES, 'pictures'), join(folder, 'pictures'), { recursive: true });
  writeFileSync(join(folder, 'THIRD-PARTY.md'), collectLicenses());
  // Drop `private`, which is only there to prevent publishing the sources by mistake.
  const { private: _, ...published } = JSON.parse(readFileSync(join(SOURCES, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/** Packs a built package and returns the path of the archive. */
export function packMatcher(folder: string, into: string): string {
  const output = execFileSync(
    'npm',
    ['pack', resolve(folder), '--json', '--ignore-scripts', '--pack-destination', into],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const packageFile = Object.values(JSON.parse(output) as Record<string, { filename: string }>)[0]!;
  return join(into, packageFile.filename);
}

/** Writes the type declarations that users' imports can reach. */
async function declareTypes(folder: string): Promise<void> {
  const typesFolder = mkdtempSync(join(tmpdir(), 'planet-crew-types-'));
  const project = join(ROOT, 'tools/matcher-types.tsconfig.json');
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', project, '--outDir', typesFolder], { stdio: 'inherit' });
  const files = new Set(TYPED_MODULES);
  for (const path of files) {
    const text = readFileSync(join(typesFolder, path.replace(/\.ts$/, '.d.ts')), 'utf8');
    const ownTypes = await expandTypes(path, text);
    for (const [, target = ''] of ownTypes.matchAll(/(?:from|import\()\s*["'](\.[^"']*)\.js["']/g)) {
      files.add(normalize(`${dirname(path)}/${target}.ts`));
    }
    const file = join(folder, path.replace(/\.ts$/, '.d.ts'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ownTypes);
  }
  rmSync(typesFolder, { recursive: true });
}

function collectLicenses(): string {
  const parts = BUNDLED_PACKAGES.map((name) => {
    const home = join(ROOT, 'node_modules', name);
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
    const file = ['LICENSE', 'LICENSE.md'].map((one) => join(home, one)).find(existsSync);
    if (!file) throw new Error(`${name} has no license file to include.`);
    return `## ${name} ${version}\n\n${readFileSync(file, 'utf8').trim()}\n`;
  });
  return `# Third-party licenses\n\n${parts.join('\n')}`;
}
