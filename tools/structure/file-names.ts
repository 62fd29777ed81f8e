import { getFeature } from './kinds.ts';
import type { Problem, Repository } from './repository.ts';
import { isScript, isTest } from './source-files.ts';

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
/** Maximum number of files of a topic without a folder. */
const FLAT_UP_TO = 3;

function groupPaths(paths: readonly string[], keyOf: (path: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) found.set(keyOf(path), [...(found.get(keyOf(path)) ?? []), path]);
  return found;
}

/** Reports duplicate file names; every source file must be findable by its name alone. */
export function checkUniqueNames({ files }: Repository): Problem[] {
  const byName = groupPaths(files.map(({ path }) => path).filter(isScript), nameOf);
  return [...byName]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => ({ rule: 'names', says: `${name} exists ${all.length} times: ${all.join(', ')}` }));
}

/** Reports barrel files and catch-all names; a name must say what its file does. */
export function checkDescriptiveNames({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) =>
      /(^|\/)(index|utils?|helpers?|common|misc)\.[cm]?[jt]sx?$|[.-](utils|helpers|common)\.[cm]?[jt]sx?$/.test(path),
    )
    .map(({ path }) => ({ rule: 'names', says: `${path}: give it the name of what it does` }));
}

/** Reports folders in a feature other than `pages/`, `ui/` and those of larger topics. */
export function checkFolderDepth({ files }: Repository): Problem[] {
  const all = files.filter(({ path }) => getFeature(path) !== undefined);
  const inside = all.filter(({ path }) => isScript(path));
  const deep = all.filter(({ path }) => path.split('/').length > 4);
  const topics = groupPaths(
    inside
      .map(({ path }) => path)
      .filter((path) => path.split('/').length === 4 && !/\/(pages|ui)\//.test(path) && !isTest(path)),
    folderOf,
  );
  return [
    ...deep.map(({ path }) => ({ rule: 'folders', says: `${path}: lies deeper than a topic of a feature` })),
    ...[...topics]
      .filter(([, all]) => all.length <= FLAT_UP_TO)
      .map(([folder, all]) => ({
        rule: 'folders',
        says: `${folder} holds ${all.length} source files: they lie flat in the feature`,
      })),
  ];
}
