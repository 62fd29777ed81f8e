import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from './http.ts';

/** Publishes the contract of all operations, generated from the schemas that validate them. */
export function openapi(app: OpenAPIHono<ApiEnv>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a session from /auth/v1.',
  });
  app.doc31('/api/openapi.json', (c) => ({
    openapi: '3.1.0',
    info: {
      title: 'Planet Crew API',
      version: '1',
      description: 'Everything the product does goes through these operations; its own pages use nothing else.',
    },
    servers: [{ url: c.var.deps.env.origin }],
  }));
}
