import { readdirSync, readFileSync } from 'node:fs';
import { type Import, isScript, listImports, type SourceFile } from './source-files.ts';

/** Input of the rules: files, and every import between them. Tests pass in their own files. */
export type Repository = { files: readonly SourceFile[]; imports: readonly Import[] };

/** A violation of the documented structure; `message` is one sentence. */
export type Problem = { rule: string; message: string };

/** Returns whether a folder is neither ignored by git nor hidden. */
const isSourceFolder = (folder: string, ignoredFolders: ReadonlySet<string>) =>
  !folder.startsWith('.') && !ignoredFolders.has(folder);

/** Reads the repository from disk: scripts of every extension, SQL and stylesheets, in all folders that git tracks. */
export function readRepository(): Repository {
  const ignoredFolders = new Set(
    readFileSync('.gitignore', 'utf8')
      .split('\n')
      .map((line) => line.replace(/\/$/, '')),
  );
  const isWithin = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((one) => `${folder}/${one}`);
  const top = readdirSync('.', { withFileTypes: true });
  const folders = top
    .filter((one) => one.isDirectory() && isSourceFolder(one.name, ignoredFolders))
    .map(({ name }) => name);
  const paths = [...folders.flatMap(isWithin), ...top.filter((one) => one.isFile()).map(({ name }) => name)];
  const files = paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => (isScript(path) || /\.(sql|css)$/.test(path)) && !path.includes('+types'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  return createRepository(files);
}

export function createRepository(files: readonly SourceFile[]): Repository {
  return { files, imports: files.flatMap(listImports) };
}
