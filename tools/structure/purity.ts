import type { Problem, Repository } from './repository.ts';
import { type Import, isScript, isTest, listImports, type SourceFile, visitNodes } from './source-files.ts';

const RULE = 'purity';
/**
 * Modules whose named imports pure files may use, because they don't involve files, the network, a clock or randomness.
 */
const PURE_MODULES = new Set([
  'node:crypto',
  'node:net',
  '@noble/curves/ed25519.js',
  '@noble/curves/secp256k1.js',
  '@noble/hashes/sha3.js',
  'icu-minify/format',
  'jose',
  'libphonenumber-js/min',
  'ml-levenberg-marquardt',
  'openskill',
  'otpauth',
  'temporal-polyfill',
  'unhomoglyph',
  'zod',
]);
/** Members that access the clock, randomness or the process. */
const IMPURE_MEMBERS =
  /^(Math\.random|Date\.now|performance\.now|(globalThis\.|window\.)?crypto\.(randomUUID|getRandomValues)|Temporal\.Now\.\w+)$/;
const IMPURE_IMPORTS =
  /^(random\w+|getRandomValues|generateKey\w*|webcrypto|createServer|connect|createConnection|Socket)$/;
const IMPURE_GLOBALS = new Set([
  'console',
  'fetch',
  'localStorage',
  'process',
  'queueMicrotask',
  'require',
  'setImmediate',
  'setInterval',
  'setTimeout',
]);

/** Normalizes the notation: `Math?.['random']` becomes `Math.random`. */
const toPlainText = (text: string) =>
  text
    .replaceAll(/\s|\?(?=\.)/g, '')
    .replaceAll(/\.?\[['"`](\w+)['"`]\]/g, '.$1')
    .replace(/^(globalThis|self|window)\./, '');

/** Objects with members that access the clock or randomness. */
const SOURCES = new Set(['Math', 'Date', 'performance', 'crypto', 'globalThis']);

const isMatcher = (path: string) => path.startsWith('matcher/') && isScript(path) && !isTest(path);
const isRatings = (path: string) => path.startsWith('ratings/') && isScript(path) && !isTest(path);
/**
 * Returns whether a matcher file imports worker threads, so it's part of the threading code, which needs scheduling and
 * a clock.
 */
const isThread = (file: SourceFile) => listImports(file).some(({ specifier }) => specifier === 'node:worker_threads');

/** Reports rules, generators, matcher and ratings code that isn't deterministic; `now` and randomness must be passed in. */
export function checkPurity({ files, imports }: Repository): Problem[] {
  const threads = files.filter((file) => isMatcher(file.path) && isThread(file));
  const isPure = (file: SourceFile) =>
    /^features\/.+\.(rules|generator)\.ts$/.test(file.path) ||
    isRatings(file.path) ||
    (isMatcher(file.path) && !threads.includes(file));
  const pureFiles = files.filter(isPure);
  return [
    ...[...pureFiles, ...findReached(pureFiles, files, imports)].flatMap(findImpurities),
    ...checkThreadImports(threads, imports),
  ];
}

/** Returns all files that pure files run, directly or indirectly. They must be pure too. */
function findReached(
  pure: readonly SourceFile[],
  files: readonly SourceFile[],
  imports: readonly Import[],
): SourceFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const targets = new Map<string, string[]>();
  for (const { from, target, typeOnly } of imports) {
    if (!typeOnly && byPath.has(target)) targets.set(from, [...(targets.get(from) ?? []), target]);
  }
  const reachedPaths = new Set(pure.map(({ path }) => path));
  for (const path of reachedPaths) for (const target of targets.get(path) ?? []) reachedPaths.add(target);
  const pureFiles = new Set(pure);
  return [...reachedPaths]
    .map((path) => byPath.get(path)!)
    .filter((file) => isScript(file.path) && !pureFiles.has(file));
}

/** Reports threading code that uses anything else from Node, and pure code that imports threading code. */
function checkThreadImports(threads: readonly SourceFile[], imports: readonly Import[]): Problem[] {
  const paths = new Set(threads.map(({ path }) => path));
  const otherImports = imports.filter(({ from, specifier, typeOnly }) => {
    return paths.has(from) && !specifier.startsWith('.') && specifier !== 'node:worker_threads' && !typeOnly;
  });
  const inwardImports = imports.filter(({ from, target }) => paths.has(target) && isMatcher(from) && !paths.has(from));
  return [
    ...otherImports.map(({ from, specifier }) => ({
      rule: RULE,
      message: `${from}: code in threads may not use ${specifier}`,
    })),
    ...inwardImports.map(({ from, target }) => ({
      rule: RULE,
      message: `${from}: may not import code that uses threads (${target})`,
    })),
  ];
}

function findImpurities(file: SourceFile): Problem[] {
  const impurities = new Set<string>();
  for (const { specifier, typeOnly } of listImports(file)) {
    if (!specifier.startsWith('.') && !typeOnly && !PURE_MODULES.has(specifier)) impurities.add(specifier);
  }
  visitNodes(file, {
    ImportSpecifier: (node) => {
      const name = 'name' in node.imported ? node.imported.name : node.imported.value;
      if (IMPURE_IMPORTS.test(name)) impurities.add(name);
    },
    MemberExpression: (node) => {
      const name = toPlainText(file.text.slice(node.start, node.end));
      if (IMPURE_MEMBERS.test(name)) impurities.add(name);
      const [root = ''] = name.split('.');
      if (IMPURE_GLOBALS.has(root)) impurities.add(root);
    },
    ImportDeclaration: (node) => {
      const importsEverything = node.specifiers.some(({ type }) => type !== 'ImportSpecifier');
      if (importsEverything && node.source.value === 'node:crypto') impurities.add('all of node:crypto');
    },
    VariableDeclarator: (node) => {
      const initializerName = node.init?.type === 'Identifier' ? node.init.name : '';
      if (SOURCES.has(initializerName)) impurities.add(`parts of ${initializerName}`);
    },
    NewExpression: (node) => {
      if (node.arguments.length === 0 && file.text.slice(node.callee.start, node.callee.end) === 'Date')
        impurities.add('new Date()');
    },
    CallExpression: (node) => {
      for (const argument of node.arguments) {
        if (argument.type === 'Identifier' && SOURCES.has(argument.name)) impurities.add(`${argument.name} handed on`);
      }
      if (node.callee.type === 'Identifier' && (IMPURE_GLOBALS.has(node.callee.name) || node.callee.name === 'Date')) {
        impurities.add(`${node.callee.name}()`);
      }
    },
  });
  return [...impurities].map((what) => ({
    rule: RULE,
    message: `${file.path}: may not use ${what}, because it must be pure`,
  }));
}
