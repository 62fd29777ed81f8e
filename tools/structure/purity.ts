import type { Problem, Repository } from './repository.ts';
import { importsOf, type SourceFile, visit } from './source-files.ts';

const RULE = 'pure rules';
/** Built-in modules without files, network, clock or chance in what rules may use of them. */
const PURE_MODULES = new Set(['node:crypto', 'node:net', 'node:util', 'node:buffer', 'node:assert']);
/** Members that reach the clock, chance or the process. */
const REACHING =
  /^(Math\.random|Date\.now|performance\.now|(globalThis\.|window\.)?crypto\.(randomUUID|getRandomValues)|Temporal\.Now\.\w+)$/;
const CHANCE = /^(random\w+|getRandomValues|generateKey\w*|webcrypto|createServer|connect|createConnection|Socket)$/;
const GLOBALS = new Set(['process', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'localStorage']);

const isPureKind = (path: string) => /^features\/.+\.rules\.ts$/.test(path);

/** Rules answer the same to the same: `now` and chance are arguments, files and networks are not theirs. */
export function pureRules({ files }: Repository): Problem[] {
  return files.filter(({ path }) => isPureKind(path)).flatMap(impuritiesOf);
}

function impuritiesOf(file: SourceFile): Problem[] {
  const found = new Set<string>();
  for (const { specifier } of importsOf(file)) {
    if (specifier.startsWith('node:') && !PURE_MODULES.has(specifier)) found.add(specifier);
  }
  visit(file, {
    ImportSpecifier: (node) => {
      const name = 'name' in node.imported ? node.imported.name : node.imported.value;
      if (CHANCE.test(name)) found.add(name);
    },
    MemberExpression: (node) => {
      const name = file.text.slice(node.start, node.end).replaceAll(/\s/g, '');
      if (REACHING.test(name)) found.add(name);
      if (node.object.type === 'Identifier' && GLOBALS.has(node.object.name)) found.add(node.object.name);
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
