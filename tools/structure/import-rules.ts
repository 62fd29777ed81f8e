import { FEATURE_ORDER, getFeature, getKind, MAY_IMPORT, mayImport, TOP_FOLDERS } from './kinds.ts';
import type { Problem, Repository } from './repository.ts';
import { type Import, isScript, isTest, listComputedImports, mapImportedNames, visitNodes } from './source-files.ts';

const getRank = (feature: string) => FEATURE_ORDER.indexOf(feature as (typeof FEATURE_ORDER)[number]);

/** Reports imports that point up the feature order, including in tests, factories and types. */
export function checkFeatureOrder({ files, imports }: Repository): Problem[] {
  const rule = 'feature order';
  const features = new Set(files.map(({ path }) => getFeature(path)).filter((one) => one !== undefined));
  const unknownFeatures = [...features].filter((feature) => getRank(feature) < 0);
  const upwardImports = imports.filter(({ from, target }) => {
    const [ownFeature, targetFeature] = [getFeature(from), getFeature(target)];
    return ownFeature !== undefined && targetFeature !== undefined && getRank(targetFeature) > getRank(ownFeature);
  });
  return [
    ...unknownFeatures.map((feature) => ({ rule, message: `features/${feature} isn't in the order of features` })),
    ...upwardImports.map(({ from, target }) => ({
      rule,
      message: `${from}: ${getFeature(from)} is below ${getFeature(target)} and may not import ${target}`,
    })),
  ];
}

/** Folders outside the product. */
const OTHER_FOLDERS = ['tools', 'bench', 'e2e', 'docs', 'deploy', 'public'];
const FOLDERS = new Set([...TOP_FOLDERS, ...OTHER_FOLDERS]);
const isProduct = (path: string) => TOP_FOLDERS.includes(path.split('/')[0]!);

/** Reports files of an unknown kind, and imports of kinds that the file's kind doesn't allow. */
export function checkImportKinds({ files, imports }: Repository): Problem[] {
  const rule = 'kinds';
  const kindProblems = files
    .filter(({ path }) => isScript(path) && !isTest(path) && getKind(path) === undefined)
    .map(({ path }) => ({ rule, message: `${path}: isn't a kind of file that features have (docs/architecture.md)` }));
  const unknownFiles = files
    .filter(({ path }) => path.includes('/') && !FOLDERS.has(path.split('/')[0]!))
    .map(({ path }) => ({ rule, message: `${path}: the folder isn't in docs/architecture.md` }));
  const languageProblems = files
    .filter(({ path }) => !/\.(tsx?|css)$/.test(path) && isProduct(path) && !path.startsWith('db/migrations/'))
    .map(({ path }) => ({ rule, message: `${path}: use TypeScript for code and queries files for SQL` }));
  const importProblems = imports.filter(isForbidden).map(({ from, target, typeOnly }) => ({
    rule,
    message: `${from}: ${getKind(from)} may not import ${typeOnly ? 'types of ' : ''}${getKind(target) ?? 'that'} (${target})`,
  }));
  const paths = new Set(files.map(({ path }) => path));
  const parties = new Set(files.flatMap(({ path }) => /^integrations\/([^/]+)\//.exec(path)?.[1] ?? []));
  const clientless = [...parties]
    .filter((party) => !paths.has(`integrations/${party}/${party}.client.ts`))
    .map((party) => ({ rule, message: `integrations/${party} has no ${party}.client.ts` }));
  const computedImports = files
    .filter(({ path }) => /^(features|matcher|ratings|content|time|paging)\//.test(path) && !isTest(path))
    .flatMap((file) => listComputedImports(file).map((address) => ({ path: file.path, address })))
    .map(({ path, address }) => ({ rule, message: `${path}: imports ${address}; import the file by its path` }));
  return [...kindProblems, ...clientless, ...unknownFiles, ...languageProblems, ...importProblems, ...computedImports];
}

function isForbidden({ from, specifier, target, typeOnly }: Import): boolean {
  const kind = getKind(from);
  // Forbid test support in product code. The rules don't apply to test files, so product code could use them to get
  // around the rules.
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
      const [ownFeature, targetFeature] = [getFeature(from), getFeature(target)];
      if (ownFeature === undefined || targetFeature === undefined || ownFeature === targetFeature || isTest(from))
        return false;
      const [kind, other] = [getKind(from), getKind(target)];
      return (kind === 'ui' && other === 'ui') || other === 'pages';
    })
    .map(({ from, target }) => ({
      rule: 'foreign ui',
      message: `${from}: may not show parts of another feature (${target}); its page composes them`,
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
      const importedNames = mapImportedNames(file);
      const problems: Problem[] = [];
      visitNodes(file, {
        CallExpression: ({ callee }) => {
          const source = callee.type === 'Identifier' ? importedNames.get(callee.name) : undefined;
          if (source?.target !== 'server/deps.ts' || (source.name !== 'event' && source.name !== 'port')) return;
          const kind = getKind(file.path);
          if (kind === 'events' || (source.name === 'port' && kind === 'commands')) return;
          problems.push({ rule: 'events', message: `${file.path}: ${source.name}() belongs in ${HOMES[source.name]}` });
        },
      });
      return problems;
    });
}

const HOMES = { event: '*.events.ts', port: '*.commands.ts' } as const;
