import type { Problem, Repository } from './repository.ts';
import { isTest, listImports } from './source-files.ts';

/**
 * Reports files that use the `openapi` method with plain zod. Types and server code accept it, because another file adds
 * the method on the server. In the browser it's missing, and the page's script would stop.
 */
export function checkSchemaMethods({ files }: Repository): Problem[] {
  return files
    .filter((file) => !isTest(file.path) && /\.openapi\(\s*['"{]/.test(file.text))
    .filter((file) => listImports(file).some(({ specifier, typeOnly }) => specifier === 'zod' && !typeOnly))
    .map(({ path }) => ({
      rule: 'schema methods',
      message: `${path}: plain zod has no openapi method in the browser; use describe`,
    }));
}
