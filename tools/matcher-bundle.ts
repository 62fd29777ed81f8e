import { join, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Bundles each entry (a name and a path in the repository) into one file, plus a few shared files. The bundle imports
 * only Node's modules, and only where it uses threads or files.
 */
export async function bundleMatcher(folder: string, entries: Record<string, string>): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    root: ROOT,
    plugins: [{ name: 'threads', enforce: 'pre', transform: rewriteThreadPaths }],
    ssr: { noExternal: true },
    build: {
      outDir: folder,
      emptyOutDir: true,
      ssr: true,
      target: 'es2024',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(ROOT, file)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
      },
    },
  });
}

/** Points thread URLs at the built files, because the bundler doesn't rewrite them. */
function rewriteThreadPaths(code: string): string | undefined {
  const bundledCode = code.replaceAll(
    /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g,
    "new URL('./$1.js', import.meta.url)",
  );
  return bundledCode === code ? undefined : bundledCode;
}
