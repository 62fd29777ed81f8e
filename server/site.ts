import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { App } from './app.ts';

const API_PREFIXES = ['/api/', '/auth/v1/', '/functions/v1/', '/storage/v1/', '/og/', '/metrics'];
const YEAR = 'public, max-age=31536000, immutable';

export type Site = { fetch: (request: Request, env?: object) => Response | Promise<Response> };

/** One listener for everything: API, sandboxes of third parties, built files, pages. */
export function createSite(
  app: App,
  pages: (request: Request) => Promise<Response>,
  sandboxes: Hono | undefined,
): Site {
  const site = new Hono();
  // Before the headers that only mean something on pages: on a dozen small files they would weigh as much as code.
  site.use(
    '/assets/*',
    serveStatic({ root: 'build/client', precompressed: true, onFound: (_path, c) => keepForever(c) }),
  );
  site.use(
    secureHeaders({
      strictTransportSecurity: 'max-age=31536000; includeSubDomains',
      xFrameOptions: 'DENY',
      referrerPolicy: 'strict-origin-when-cross-origin',
      crossOriginEmbedderPolicy: false,
    }),
  );
  for (const prefix of API_PREFIXES) site.all(`${prefix}*`, (c) => app.fetch(c.req.raw, c.env));
  if (sandboxes) site.route('/sandbox', sandboxes);
  site.use('*', serveStatic({ root: 'build/client', precompressed: true, index: 'no-index' }));
  site.all('*', (c) => pages(c.req.raw));
  return site;
}

/** The name of a built file changes with its content. */
function keepForever(c: Context): void {
  c.header('Cache-Control', YEAR);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
}
