import { FEATURE_ORDER, featureOf, kindOf, MAY_IMPORT, mayImport } from './kinds.ts';
import type { Problem, Repository } from './repository.ts';
import { type Import, isTest } from './source-files.ts';

const rankOf = (feature: string) => FEATURE_ORDER.indexOf(feature as (typeof FEATURE_ORDER)[number]);

/** Imports between features point down the order: in tests and factories too, and for types as well. */
export function featureOrder({ files, imports }: Repository): Problem[] {
  const rule = 'feature order';
  const features = new Set(files.map(({ path }) => featureOf(path)).filter((one) => one !== undefined));
  const unknown = [...features].filter((feature) => rankOf(feature) < 0);
  const upward = imports.filter(({ from, target }) => {
    const [here, there] = [featureOf(from), featureOf(target)];
    return here !== undefined && there !== undefined && rankOf(there) > rankOf(here);
  });
  return [
    ...unknown.map((feature) => ({ rule, says: `features/${feature} has no place in the order of features` })),
    ...upward.map(({ from, target }) => ({
      rule,
      says: `${from}: ${featureOf(from)} lies below ${featureOf(target)} and may not import ${target}`,
    })),
  ];
}

/** Every file is of a kind, and takes only from kinds that its own may know. */
export function kindsOfImports({ files, imports }: Repository): Problem[] {
  const rule = 'kinds';
  const nameless = files
    .filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path) && kindOf(path) === undefined)
    .map(({ path }) => ({ rule, says: `${path}: not a kind of file that a feature holds (docs/architecture.md)` }));
  const wrong = imports.filter(isForbidden).map(({ from, target, typeOnly }) => ({
    rule,
    says: `${from}: ${kindOf(from)} may not import ${typeOnly ? 'types of ' : ''}${kindOf(target) ?? 'that'} (${target})`,
  }));
  return [...nameless, ...wrong];
}

function isForbidden({ from, specifier, target, typeOnly }: Import): boolean {
  const kind = kindOf(from);
  if (!specifier.startsWith('.') || isTest(from) || kind === undefined || !MAY_IMPORT[kind]) return false;
  if (target.startsWith('.react-router') || specifier.includes('+types/')) return false;
  return !mayImport(kind, kindOf(target) ?? 'unknown', typeOnly);
}

/** Tables, components and pages are their feature's own: others take what its queries, schemas and pages give. */
export function ownParts({ imports }: Repository): Problem[] {
  return imports
    .filter(({ from, target }) => {
      const [here, there] = [featureOf(from), featureOf(target)];
      if (here === undefined || there === undefined || here === there || isTest(from)) return false;
      const [kind, other] = [kindOf(from), kindOf(target)];
      return (kind === 'ui' && other === 'ui') || other === 'pages';
    })
    .map(({ from, target }) => ({
      rule: 'foreign ui',
      says: `${from}: may not show parts of another feature (${target}); its page composes them`,
    }));
}
