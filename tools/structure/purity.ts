import type { Problem, Repository } from './repository.ts';
import { importsOf, type SourceFile, visit } from './source-files.ts';

const RULE = 'pure rules';
/** Modules without files, network, clock or chance in what rules may use of them by name. */
const PURE_MODULES = new Set([
  'node:crypto',
  'node:net',
  '@noble/curves/ed25519.js',
  '@noble/curves/secp256k1.js',
  '@noble/hashes/sha3.js',
  'jose',
  'openskill',
  'otpauth',
  'temporal-polyfill',
]);
/** Members that reach the clock, chance or the process. */
const REACHING =
  /^(Math\.random|Date\.now|performance\.now|(globalThis\.|window\.)?crypto\.(randomUUID|getRandomValues)|Temporal\.Now\.\w+)$/;
const CHANCE = /^(random\w+|getRandomValues|generateKey\w*|webcrypto|createServer|connect|createConnection|Socket)$/;
const GLOBALS = new Set(['process', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'localStorage']);

/** `Math?.['random']` is `Math.random`. */
const plainly = (text: string) =>
  text
    .replaceAll(/\s|\?(?=\.)/g, '')
    .replaceAll(/\.?\[['"`](\w+)['"`]\]/g, '.$1')
    .replace(/^(globalThis|self|window)\./, '');

const isPureKind = (path: string) => /^features\/.+\.rules\.ts$/.test(path);

/** Rules answer the same to the same: `now` and chance are arguments, files and networks are not theirs. */
export function pureRules({ files }: Repository): Problem[] {
  return files.filter(({ path }) => isPureKind(path)).flatMap(impuritiesOf);
}

function impuritiesOf(file: SourceFile): Problem[] {
  const found = new Set<string>();
  for (const { specifier, typeOnly } of importsOf(file)) {
    if (!specifier.startsWith('.') && !typeOnly && !PURE_MODULES.has(specifier)) found.add(specifier);
  }
  visit(file, {
    ImportSpecifier: (node) => {
      const name = 'name' in node.imported ? node.imported.name : node.imported.value;
      if (CHANCE.test(name)) found.add(name);
    },
    MemberExpression: (node) => {
      const name = plainly(file.text.slice(node.start, node.end));
      if (REACHING.test(name)) found.add(name);
      if (node.object.type === 'Identifier' && GLOBALS.has(node.object.name)) found.add(node.object.name);
    },
    ImportDeclaration: (node) => {
      const whole = node.specifiers.some(({ type }) => type !== 'ImportSpecifier');
      if (whole && node.source.value === 'node:crypto') found.add('all of node:crypto');
    },
    VariableDeclarator: (node) => {
      const from = node.init?.type === 'Identifier' ? node.init.name : '';
      if (['Math', 'Date', 'performance', 'crypto', 'globalThis'].includes(from)) found.add(`parts of ${from}`);
    },
    NewExpression: (node) => {
      if (node.arguments.length === 0 && file.text.slice(node.callee.start, node.callee.end) === 'Date')
        found.add('new Date()');
    },
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && (GLOBALS.has(node.callee.name) || node.callee.name === 'Date')) {
        found.add(`${node.callee.name}()`);
      }
    },
  });
  return [...found].map((what) => ({ rule: RULE, says: `${file.path}: rules may not use ${what}` }));
}
