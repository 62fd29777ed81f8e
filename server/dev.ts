import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';

export type DevPages = {
  /** Serves Vite's own files; passes everything else to `next`. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Loads the pages from the working tree. */
  load: () => Promise<ServerBuild>;
  close: () => Promise<void>;
};

const HMR_PORT = 24_679;

/** Opens pages built from the sources with hot updates; the production server never loads this. */
export async function openDevPages(): Promise<DevPages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { port: HMR_PORT } },
    appType: 'custom',
  });
  return {
    middleware: vite.middlewares,
    load: () => vite.ssrLoadModule('virtual:react-router/server-build') as unknown as Promise<ServerBuild>,
    close: () => vite.close(),
  };
}
