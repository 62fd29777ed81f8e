import { getFeature } from './kinds.ts';
import type { Problem, Repository } from './repository.ts';
import { isScript, isTest } from './source-files.ts';

const getName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const getFolder = (path: string) => path.slice(0, path.lastIndexOf('/'));
/** Maximum number of files of a topic without a folder. */
const MAX_FLAT_FILES = 3;

function groupPaths(paths: readonly string[], keyOf: (path: string) => string): Map<string, string[]> {
  const pathsByName = new Map<string, string[]>();
  for (const path of paths) pathsByName.set(keyOf(path), [...(pathsByName.get(keyOf(path)) ?? []), path]);
  return pathsByName;
}

/** Reports duplicate file names, because every source file must be findable by its name alone. */
export function checkUniqueNames({ files }: Repository): Problem[] {
  const byName = groupPaths(files.map(({ path }) => path).filter(isScript), getName);
  return [...byName]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => ({ rule: 'names', message: `${name} exists ${all.length} times: ${all.join(', ')}` }));
}

/** Reports barrel files and catch-all names, because a name must say what its file does. */
export function checkDescriptiveNames({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) =>
      /(^|\/)(index|utils?|helpers?|common|misc)\.[cm]?[jt]sx?$|[.-](utils|helpers|common)\.[cm]?[jt]sx?$/.test(path),
    )
    .map(({ path }) => ({ rule: 'names', message: `${path}: name it after what it does` }));
}

/** Reports folders in a feature that are neither `pages/` nor `ui/` nor the folder of a larger topic. */
export function checkFolderDepth({ files }: Repository): Problem[] {
  const featureFiles = files.filter(({ path }) => getFeature(path) !== undefined);
  const scripts = featureFiles.filter(({ path }) => isScript(path));
  const deepFiles = featureFiles.filter(({ path }) => path.split('/').length > 4);
  const topics = groupPaths(
    scripts
      .map(({ path }) => path)
      .filter((path) => path.split('/').length === 4 && !/\/(pages|ui)\//.test(path) && !isTest(path)),
    getFolder,
  );
  return [
    ...deepFiles.map(({ path }) => ({ rule: 'folders', message: `${path}: is nested deeper than a topic folder` })),
    ...[...topics]
      .filter(([, all]) => all.length <= MAX_FLAT_FILES)
      .map(([folder, all]) => ({
        rule: 'folders',
        message: `${folder} has only ${all.length} source files; move them to the feature's folder`,
      })),
  ];
}
