import type { Problem, Repository } from './repository.ts';
import { isScript, isTest, listLiterals, PLACEHOLDER, type SourceFile } from './source-files.ts';

const RULE = 'addresses';
/** Files that define addresses, and the route map that assigns a page to each. */
const HOMES = new Set(['content/paths.ts', 'content/endpoints.ts', 'content/shell-endpoints.ts', 'web/routes.ts']);
/** Returns whether a file defines operations, which contain their API paths. */
const isOperation = (path: string) => /\.api\.ts$/.test(path) || path === 'server/openapi.ts';
const API_PATH = new RegExp(`(?:^|${PLACEHOLDER}|["'])/(?:api|og|auth/v1|functions/v1|storage/v1)(?:/|$)`);

/** Reports hardcoded addresses in links, messages and redirects, which must use the definitions in `HOMES`. */
export function findWrittenAddresses({ files }: Repository): Problem[] {
  const pages = createPagePattern(files.find(({ path }) => path === 'web/routes.ts')?.text ?? '');
  return files
    .filter(
      ({ path }) =>
        /^(features|server|web|content)\//.test(path) && isScript(path) && !isTest(path) && !HOMES.has(path),
    )
    .filter(({ text }) => text.includes('/'))
    .flatMap((file) => findAddresses(file, pages));
}

/**
 * Builds a pattern that matches every page's address. A parameter, such as `:id` in `/protocol/lfg/:id`, matches one
 * path segment.
 */
function createPagePattern(map: string): RegExp {
  const routes = [...map.matchAll(/\broute\('([^'*]+)'/g)].map(([, route]) =>
    route!.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/#?."\']+'),
  );
  // An address begins a string or word, or follows a placeholder (an origin) or an attribute in markup.
  const startPattern = `(?:^|\\s|${PLACEHOLDER}|(?:href|action|src)=["'])`;
  return new RegExp(`${startPattern}/(?:${[...routes, 'sandbox(?:/[^"\\s]*)?'].join('|')})(?:/?$|/?[#?"'])`);
}

function findAddresses(file: SourceFile, pages: RegExp): Problem[] {
  const getHome = (text: string) => {
    if (pages.test(text)) return 'content/paths.ts';
    return !isOperation(file.path) && API_PATH.test(text) ? 'content/endpoints.ts' : undefined;
  };
  return listLiterals(file)
    .filter(({ tag }) => tag !== 'words')
    .map(({ text, line }) => ({ text, line, home: getHome(text) }))
    .filter(({ home }) => home !== undefined)
    .map(({ text, line, home }) => ({
      rule: RULE,
      message: `${file.path}:${line}: use ${shortenAddress(text)} from ${home} instead`,
    }));
}

const shortenAddress = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
