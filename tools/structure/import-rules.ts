import { FEATURE_ORDER, getFeature, getKind, MAY_IMPORT, mayImport, TOP_FOLDERS } from './kinds.ts';
import type { Problem, Repository } from './repository.ts';
import { type Import, isScript, isTest, listComputedImports, mapImportedNames, visitNodes } from './source-files.ts';

const rankOf = (feature: string) => FEATURE_ORDER.indexOf(feature as (typeof FEATURE_ORDER)[number]);

/** Reports imports that point up the feature order, including in tests, factories and types. */
export function checkFeatureOrder({ files, imports }: Repository): Problem[] {
  const rule = 'feature order';
  const features = new Set(files.map(({ path }) => getFeature(path)).filter((one) => one !== undefined));
  const unknown = [...features].filter((feature) => rankOf(feature) < 0);
  const upward = imports.filter(({ from, target }) => {
    const [here, there] = [getFeature(from), getFeature(target)];
    return here !== undefined && there !== undefined && rankOf(there) > rankOf(here);
  });
  return [
    ...unknown.map((feature) => ({ rule, says: `features/${feature} has no place in the order of features` })),
    ...upward.map(({ from, target }) => ({
      rule,
      says: `${from}: ${getFeature(from)} lies below ${getFeature(target)} and may not import ${target}`,
    })),
  ];
}

/** Folders outside the product. */
const BESIDE = ['tools', 'bench', 'e2e', 'docs', 'deploy', 'public'];
const FOLDERS = new Set([...TOP_FOLDERS, ...BESIDE]);
const isProduct = (path: string) => TOP_FOLDERS.includes(path.split('/')[0]!);

/** Reports files of an unknown kind, and imports of kinds that the file's kind doesn't allow. */
export function checkImportKinds({ files, imports }: Repository): Problem[] {
  const rule = 'kinds';
  const nameless = files
    .filter(({ path }) => isScript(path) && !isTest(path) && getKind(path) === undefined)
    .map(({ path }) => ({ rule, says: `${path}: not a kind of file that a feature holds (docs/architecture.md)` }));
  const homeless = files
    .filter(({ path }) => path.includes('/') && !FOLDERS.has(path.split('/')[0]!))
    .map(({ path }) => ({ rule, says: `${path}: the folder has no place in docs/architecture.md` }));
  const foreign = files
    .filter(({ path }) => !/\.(tsx?|css)$/.test(path) && isProduct(path) && !path.startsWith('db/migrations/'))
    .map(({ path }) => ({ rule, says: `${path}: the product is written in TypeScript, and SQL in queries` }));
  const wrong = imports.filter(isForbidden).map(({ from, target, typeOnly }) => ({
    rule,
    says: `${from}: ${getKind(from)} may not import ${typeOnly ? 'types of ' : ''}${getKind(target) ?? 'that'} (${target})`,
  }));
  const paths = new Set(files.map(({ path }) => path));
  const parties = new Set(files.flatMap(({ path }) => /^integrations\/([^/]+)\//.exec(path)?.[1] ?? []));
  const clientless = [...parties]
    .filter((party) => !paths.has(`integrations/${party}/${party}.client.ts`))
    .map((party) => ({ rule, says: `integrations/${party} has no ${party}.client.ts` }));
  const computed = files
    .filter(({ path }) => /^(features|matcher|content|time|paging)\//.test(path) && !isTest(path))
    .flatMap((file) => listComputedImports(file).map((address) => ({ path: file.path, address })))
    .map(({ path, address }) => ({ rule, says: `${path}: imports ${address}; write the address of the file` }));
  return [...nameless, ...clientless, ...homeless, ...foreign, ...wrong, ...computed];
}

function isForbidden({ from, specifier, target, typeOnly }: Import): boolean {
  const kind = getKind(from);
  // Forbid test support in product code, because rules exempt tests.
  if (isProduct(from) && !isTest(from) && isTest(target)) return true;
  if (!specifier.startsWith('.') || isTest(from) || kind === undefined || !MAY_IMPORT[kind]) return false;
  if (target.startsWith('.react-router') || specifier.includes('+types/')) return false;
  return !mayImport(kind, getKind(target) ?? 'unknown', typeOnly);
}

/**
 * Reports imports of another feature's tables, components or pages. They're private; use its queries, schemas or page
 * exports.
 */
export function checkOwnParts({ imports }: Repository): Problem[] {
  return imports
    .filter(({ from, target }) => {
      const [here, there] = [getFeature(from), getFeature(target)];
      if (here === undefined || there === undefined || here === there || isTest(from)) return false;
      const [kind, other] = [getKind(from), getKind(target)];
      return (kind === 'ui' && other === 'ui') || other === 'pages';
    })
    .map(({ from, target }) => ({
      rule: 'foreign ui',
      says: `${from}: may not show parts of another feature (${target}); its page composes them`,
    }));
}

/**
 * Reports events defined outside a feature's `*.events.ts`, and ports that aren't next to the commands that read them.
 */
export function checkEventsAndPorts({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => /^(features|server|db|integrations)\//.test(path) && isScript(path) && !isTest(path))
    .filter(({ path }) => path !== 'server/deps.ts')
    .flatMap((file) => {
      const imported = mapImportedNames(file);
      const found: Problem[] = [];
      visitNodes(file, {
        CallExpression: ({ callee }) => {
          const from = callee.type === 'Identifier' ? imported.get(callee.name) : undefined;
          if (from?.target !== 'server/deps.ts' || (from.name !== 'event' && from.name !== 'port')) return;
          const kind = getKind(file.path);
          if (kind === 'events' || (from.name === 'port' && kind === 'commands')) return;
          found.push({ rule: 'events', says: `${file.path}: ${from.name}() stands in ${HOMES[from.name]}` });
        },
      });
      return found;
    });
}

const HOMES = { event: '*.events.ts', port: '*.commands.ts' } as const;
