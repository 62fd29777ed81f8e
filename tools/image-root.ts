import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

type LockedPackage = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
/** The packages of a `package-lock.json` by their path. The empty path is the project. */
export type LockedPackages = Record<string, LockedPackage>;

/** Everything that a node or an operator's command reads while it runs. */
const SOURCES = [
  ...['build', 'content', 'db', 'features', 'integrations', 'matcher', 'messages', 'paging', 'pictures', 'ratings'],
  ...['server', 'text', 'time', 'tools', 'web', 'package.json', 'CHANGELOG.md'],
];

/** Packages that only the build needs. */
const BUILD_PACKAGES = ['@react-router/dev', '@tailwindcss/vite', 'tailwindcss', 'vite'];
/** Packages of the embedded database. They're 19 MB, and a container uses PostgreSQL. */
const EMBEDDED_PACKAGES = ['@electric-sql/pglite', '@electric-sql/pglite-socket'];
/** The package of our Node. Its dependencies only download it. */
const NODE_PACKAGE = 'node_modules/node';

/** Returns the path of a package that another one imports, as Node resolves it. */
function resolvePackage(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; ) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
  }
}

const listImports = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
    (name) => dependencies?.[name] || optionalDependencies?.[name] || !peerDependenciesMeta?.[name]?.optional,
  );

/** Lists the paths of the packages that the running product needs, sorted. Other platforms' packages are included. */
export function listRuntimePackages(packages: LockedPackages): string[] {
  const paths = new Set<string>();
  const visit = (path: string) => {
    if (paths.has(path)) return;
    paths.add(path);
    if (path === NODE_PACKAGE) return;
    for (const name of listImports(packages[path]!)) visitImport(path, name);
  };
  const visitImport = (from: string, name: string) => {
    const path = resolvePackage(packages, from, name);
    if (path) visit(path);
  };
  const unneeded = [...BUILD_PACKAGES, ...EMBEDDED_PACKAGES];
  for (const name of Object.keys(packages['']?.dependencies ?? {})) {
    if (!unneeded.includes(name)) visitImport('', name);
  }
  return [...paths].sort();
}

/** Returns whether the running product may read a file or folder of our sources. */
export function isRuntimeSource(path: string): boolean {
  const name = basename(path);
  if (/\.test\.tsx?$/.test(name) || /^test-/.test(name)) return false;
  return !['tools/cluster', 'tools/structure', 'build/worker'].includes(path);
}

/** Returns whether the running product may read a file or folder of a package. */
export function isRuntimePackageFile(path: string): boolean {
  const name = basename(path);
  // Nested packages are copied on their own, and hidden folders hold the tools of a package's authors.
  if (name === 'node_modules' || name.startsWith('.')) return false;
  // Node refuses to run TypeScript in packages.
  if (/\.(map|md|flow|[cm]?tsx?)$/.test(name)) return false;
  // React's profilers are for measuring in browsers, and pictures are drawn with the fonts in WOFF.
  return !/profiling/.test(name) && !(path.includes('/@fontsource/') && /\.(woff2|css|scss)$/.test(name));
}

/**
 * Copies what the product needs to run into a folder: built pages, sources, packages and Node. The container image
 * consists of this folder and Debian.
 * @param from a folder of the project with all packages and a build
 */
export function assembleImageRoot(target: string, from = '.'): void {
  for (const source of SOURCES) {
    cpSync(join(from, source), join(target, source), {
      recursive: true,
      filter: (path) => isRuntimeSource(path.slice(join(from, '/').length)) || from === path,
    });
  }
  const { packages } = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  for (const path of listRuntimePackages(packages)) {
    // Packages for other platforms aren't installed.
    if (!existsSync(join(from, path))) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(from, path), join(target, path), {
      recursive: true,
      filter: (file) => file === join(from, path) || isRuntimePackageFile(file),
    });
  }
  mkdirSync(join(target, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../node/bin/node', join(target, 'node_modules/.bin/node'));
}

/** `node tools/image-root.ts <folder>` assembles the folder of the container image; run it after `npm run build`. */
if (import.meta.main) {
  const [target] = process.argv.slice(2);
  if (!target) {
    console.error('Say where: node tools/image-root.ts <folder>');
    process.exit(1);
  }
  rmSync(target, { recursive: true, force: true });
  assembleImageRoot(target);
}
