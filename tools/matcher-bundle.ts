import { join, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Bundles one file per entry (a name and a path in the repository) and a few shared files. Only code for threads or
 * files has imports, and only from Node.
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
