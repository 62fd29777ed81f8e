import type { Problem, Repository } from './repository.ts';
import { isTest, listImports, type SourceFile, visitNodes } from './source-files.ts';

/** Returns whether a file is read when the product is built, started or measured, but not by the product itself. */
const isConfiguration = (path: string) => path.endsWith('.config.ts') || path === 'web/routes.ts';
const TOOL_PATH = /^(tools|bench|e2e)\//;

/** Reports files other than `server/env.ts` that read the environment instead of receiving the values they need. */
export function findEnvironmentReaders({ files }: Repository): Problem[] {
  const product = files.filter(
    ({ path }) => path !== 'server/env.ts' && !isConfiguration(path) && !isTest(path) && !TOOL_PATH.test(path),
  );
  return product
    .filter(readsEnvironment)
    .map(({ path }) => ({ rule: 'environment', message: `${path}: only server/env.ts reads process.env` }));
}

/** Returns whether a file uses `process.env` in any notation, or the module that provides it. */
function readsEnvironment(file: SourceFile): boolean {
  if (!/\bprocess\b/.test(file.text)) return false;
  let reads = listImports(file).some(({ specifier }) => /^(node:)?process$/.test(specifier));
  visitNodes(file, {
    MemberExpression: (node) => {
      const name = file.text
        .slice(node.start, node.end)
        .replaceAll(/[\s?!]|['"`\]]/g, '')
        .replaceAll('[', '.');
      reads ||= /(^|\.)process\.+env$/.test(name);
    },
    VariableDeclarator: (node) => {
      reads ||= node.init?.type === 'Identifier' && node.init.name === 'process' && node.id.type === 'ObjectPattern';
    },
  });
  return reads;
}
