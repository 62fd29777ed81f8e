import type { Problem, Repository } from './repository.ts';
import { isTest, visit } from './source-files.ts';

/** Read while the product is built, started or measured, not by the product. */
const isConfiguration = (path: string) => path.endsWith('.config.ts') || path === 'web/routes.ts';
const BESIDE = /^(tools|bench|e2e)\//;

/** Only `server/env.ts` reads the environment; everything else is handed what it says. */
export function environmentReaders({ files }: Repository): Problem[] {
  const product = files.filter(
    ({ path }) => path !== 'server/env.ts' && !isConfiguration(path) && !isTest(path) && !BESIDE.test(path),
  );
  return product
    .filter(({ text }) => /process\s*\??\.\s*env/.test(text))
    .filter((file) => {
      let reads = false;
      visit(file, {
        MemberExpression: (node) => {
          reads ||= /^process\??\.env$/.test(file.text.slice(node.start, node.end));
        },
      });
      return reads;
    })
    .map(({ path }) => ({ rule: 'environment', says: `${path}: only server/env.ts reads process.env` }));
}
