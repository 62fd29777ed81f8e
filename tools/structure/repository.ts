import { readdirSync, readFileSync } from 'node:fs';
import { type Import, isScript, listImports, type SourceFile } from './source-files.ts';

/** What the rules look at: the files, and every import between them. A test hands in a set of its own. */
export type Repository = { files: readonly SourceFile[]; imports: readonly Import[] };

/** One thing that is not as the document says, in one sentence. */
export type Problem = { rule: string; says: string };

/** Written by tools or by the product, not by hand; folders with a dot at the start are left out too. */
const isOurs = (folder: string, ignored: ReadonlySet<string>) => !folder.startsWith('.') && !ignored.has(folder);

/** The repository as it lies on disk: scripts of every ending, SQL and styles, in every folder that git keeps. */
export function readRepository(): Repository {
  const ignored = new Set(
    readFileSync('.gitignore', 'utf8')
      .split('\n')
      .map((line) => line.replace(/\/$/, '')),
  );
  const within = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((one) => `${folder}/${one}`);
  const top = readdirSync('.', { withFileTypes: true });
  const folders = top.filter((one) => one.isDirectory() && isOurs(one.name, ignored)).map(({ name }) => name);
  const paths = [...folders.flatMap(within), ...top.filter((one) => one.isFile()).map(({ name }) => name)];
  const files = paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => (isScript(path) || /\.(sql|css)$/.test(path)) && !path.includes('+types'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  return createRepository(files);
}

/** A repository made of these files. */
export function createRepository(files: readonly SourceFile[]): Repository {
  return { files, imports: files.flatMap(listImports) };
}
