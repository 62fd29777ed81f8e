import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'vite';
import { servedFiles } from '../content/served-files.ts';
import { findContentProblems } from '../content/validate.ts';
import { DataFolderInUseError, lockDataFolder } from '../db/lock.ts';
import { readTexts } from '../messages/catalog-files.ts';
import { LOCALES } from '../messages/locales.ts';
import { LOCALE_FOLDERS_FILE } from '../server/localized-assets.ts';
import { COMMIT_FILE } from '../server/release.ts';
import { createMessagesPlugin } from './inline-messages.ts';
import { fillMarks, localizeBuild } from './localize-build.ts';
import { NEW_BUILD, replaceBuild } from './replace-build.ts';

const STAMP = 'build/stamp';
const inNewBuild = (path: string) => path.replace(/^build(?=\/)/, NEW_BUILD);
/** Folder of the build lock, outside the folder that the build empties. */
const LOCK_FOLDER = 'node_modules/.cache/planet-crew-build';
const LOCK_POLL_MS = 200;
const SOURCES = [
  'web/**',
  'features/**',
  'content/**',
  'matcher/**',
  'ratings/**',
  'time/**',
  'paging/**',
  'text/**',
  'messages/**',
  'public/**',
  '*.config.ts',
  'package-lock.json',
  'CHANGELOG.md',
];
const COMPRESSED_EXTENSIONS = ['js', 'css', 'svg', 'json', 'webmanifest', 'txt'];
const compressors = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Returns a fingerprint of all page sources, so the server rebuilds only when they change. */
function computeFingerprint(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern)).sort()) {
    if (statSync(file).isDirectory() || /\.test\.tsx?$/.test(file)) continue;
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Returns the commit of these sources, or an empty string if git or the repository is missing. */
function readCommit(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/** Bytes that `Content-Encoding` and `Vary` add to a response. */
const COMPRESSION_HEADER_BYTES = 46;

/**
 * Compresses static files at build time instead of on every request. Skips files whose compressed response would be
 * larger.
 */
async function compress(): Promise<void> {
  for (const file of globSync(`${NEW_BUILD}/client/**/*.{${COMPRESSED_EXTENSIONS.join(',')}}`)) {
    const content = readFileSync(file);
    for (const [extension, run] of Object.entries(compressors)) {
      const compressedContent = await run(content);
      if (compressedContent.byteLength + COMPRESSION_HEADER_BYTES < content.byteLength) {
        writeFileSync(`${file}.${extension}`, compressedContent);
      }
    }
  }
}

/** Builds a service worker as one file without imports. */
async function buildWorker(entry: string): Promise<string> {
  await build({
    configFile: false,
    plugins: [createMessagesPlugin()],
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: `${NEW_BUILD}/worker`,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: `web/${entry}`, output: { format: 'iife', entryFileNames: 'worker.js' } },
    },
  });
  return readFileSync(`${NEW_BUILD}/worker/worker.js`, 'utf8');
}

/**
 * Writes each language's service worker to a fixed URL. Its version is a hash of the worker and its offline page, so
 * any change updates it.
 */
async function buildWorkers(): Promise<void> {
  writeFileSync(`${NEW_BUILD}/client/service-worker-off.js`, await buildWorker('entry.worker-off.ts'));
  const workerScript = await buildWorker('entry.worker.ts');
  for (const locale of LOCALES) {
    const offlinePage = servedFiles.offlinePage(locale);
    const code = fillMarks(workerScript, readTexts(locale)).replaceAll('__OFFLINE_PAGE__', offlinePage);
    const version = createHash('sha256')
      .update(code)
      .update(readFileSync(`public${offlinePage}`))
      .digest('hex');
    const versionedCode = code.replaceAll('__WORKER_VERSION__', version.slice(0, 12));
    writeFileSync(`${NEW_BUILD}/client${servedFiles.serviceWorker(locale)}`, versionedCode);
  }
}

/**
 * Runs one build at a time, because concurrent builds would overwrite each other's files. A build that had to wait then
 * finds nothing left to do.
 */
async function runSerially(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      const unlock = lockDataFolder(LOCK_FOLDER);
      try {
        return await work();
      } finally {
        unlock();
      }
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      await pause(LOCK_POLL_MS);
    }
  }
}

async function buildPages(): Promise<void> {
  const fingerprint = computeFingerprint();
  const isCurrent = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint;
  if (isCurrent && process.argv.includes('--if-needed')) return;
  const problems = findContentProblems();
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
    return;
  }
  console.log('Building the pages …');
  execFileSync(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: NEW_BUILD },
  });
  const folders = localizeBuild(`${NEW_BUILD}/client/assets`);
  writeFileSync(inNewBuild(LOCALE_FOLDERS_FILE), JSON.stringify(folders));
  await buildWorkers();
  await compress();
  writeFileSync(inNewBuild(COMMIT_FILE), readCommit());
  writeFileSync(inNewBuild(STAMP), fingerprint);
  replaceBuild();
  console.log('Built.');
}

await runSerially(buildPages);
