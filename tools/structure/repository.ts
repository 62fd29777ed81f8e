import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Import, importsOf, type SourceFile } from './source-files.ts';

/** What the rules look at: the files, and every import between them. A test hands in a set of its own. */
export type Repository = { files: readonly SourceFile[]; imports: readonly Import[] };

/** One thing that is not as the document says, in one sentence. */
export type Problem = { rule: string; says: string };

const FOLDERS = [
  'time',
  'paging',
  'matcher',
  'features',
  'integrations',
  'db',
  'server',
  'web',
  'content',
  'tools',
  'bench',
  'e2e',
];

/** The repository as it lies on disk. */
export function readRepository(): Repository {
  const within = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((one) => `${folder}/${one}`);
  const paths = [...FOLDERS.filter((folder) => existsSync(folder)).flatMap(within), ...readdirSync('.')];
  const files = paths
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$|^db\/migrations\/.+\.sql$/.test(path) && !path.includes('+types'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  return repositoryOf(files);
}

/** A repository made of these files. */
export function repositoryOf(files: readonly SourceFile[]): Repository {
  return { files, imports: files.flatMap(importsOf) };
}
