import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';

export type DevPages = {
  /** Vite's own files first; everything else goes on to `next`. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** The pages as they are in the working tree now. */
  load: () => Promise<ServerBuild>;
  close: () => Promise<void>;
};

const HMR_PORT = 24_679;

/** Pages straight from the sources, with hot updates; the production server never loads this. */
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
