import { cpSync, createReadStream, existsSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { buildMatcherPackage } from './matcher-package.ts';

const PAGE = resolve(import.meta.dirname, '../docs/matcher-example');
const KINDS: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Combines the page of docs/matcher-example and a built or installed package in one folder. */
export function assembleExample(packageFolder: string, into: string): void {
  rmSync(into, { recursive: true, force: true });
  cpSync(PAGE, into, { recursive: true });
  cpSync(join(packageFolder, 'dist'), join(into, 'matcher'), { recursive: true });
}

/** Serves a folder's files on this machine only; port 0 means any free port. */
export async function serveFolder(folder: string, port: number): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': KINDS[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const { port: usedPort } = server.address() as { port: number };
  return { server, address: `http://127.0.0.1:${usedPort}/` };
}

/** Builds the package and puts the example page next to it, in folders that git ignores. */
export async function buildExample(): Promise<string> {
  const folder = resolve('packed/matcher-example');
  await buildMatcherPackage('packed/matcher');
  assembleExample('packed/matcher', folder);
  return folder;
}
