import type { OpenAPIHono } from '@hono/zod-openapi';
import { endpoints } from '../content/endpoints.ts';
import { createConstantDocument } from './constant-document.ts';
import type { Deps } from './deps.ts';
import type { ApiEnv } from './http.ts';

/** Serves the OpenAPI document of all operations, generated from the schemas that validate them. */
export function registerOpenApi(app: OpenAPIHono<ApiEnv>, { env }: Pick<Deps, 'env'>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a session from /auth/v1.',
  });
  const serveDocument = createConstantDocument('application/json', () =>
    JSON.stringify(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: 'Planet Crew API',
          version: '1',
          description: 'Everything the product does goes through these operations; its own pages use nothing else.',
        },
        servers: [{ url: env.origin }],
      }),
    ),
  );
  app.get(endpoints.openApi, (c) => serveDocument(c.req.raw.headers));
}
