import { z } from '@hono/zod-openapi';
import { body, json, operation } from '../../../server/http.ts';
import { createAuthApi } from '../auth-protocol.api.ts';
import {
  listOAuthClientsPage,
  readOAuthClient,
  registerOAuthClient,
  removeOAuthClient,
  renewOAuthClientSecret,
  updateOAuthClientSettings,
} from './oauth-clients.commands.ts';
import { NewOAuthClient, OAuthClient, OAuthClientChange } from './oauth-clients.schema.ts';

const params = z.object({ clientId: z.string() });
const CLIENT_PATH = '/auth/v1/admin/oauth/clients/{clientId}';

const list = operation({
  method: 'get',
  path: '/auth/v1/admin/oauth/clients',
  who: 'service',
  summary: 'List the registered OAuth clients',
  request: { query: z.object({ page: z.string().optional(), per_page: z.string().optional() }) },
  responses: { 200: json(z.object({ clients: z.array(OAuthClient) }), 'One page of apps') },
});

const register = operation({
  method: 'post',
  path: '/auth/v1/admin/oauth/clients',
  who: 'service',
  summary: 'Register an OAuth client',
  request: { body: body(NewOAuthClient) },
  responses: { 201: json(OAuthClient, 'The app with its secret, shown once') },
});

const read = operation({
  method: 'get',
  path: CLIENT_PATH,
  who: 'service',
  summary: 'Get an OAuth client',
  request: { params },
  responses: { 200: json(OAuthClient, 'The program') },
});

const change = operation({
  method: 'put',
  path: CLIENT_PATH,
  who: 'service',
  summary: 'Update an OAuth client',
  request: { params, body: body(OAuthClientChange) },
  responses: { 200: json(OAuthClient, 'The updated app') },
});

const remove = operation({
  method: 'delete',
  path: CLIENT_PATH,
  who: 'service',
  summary: 'Delete an OAuth client and sign it out everywhere',
  request: { params },
  responses: { 204: { description: 'Removed' } },
});

const renew = operation({
  method: 'post',
  path: `${CLIENT_PATH}/regenerate_secret`,
  who: 'service',
  summary: 'Replace the secret of an OAuth client',
  request: { params },
  responses: { 200: json(OAuthClient, 'The app with its new secret, shown once') },
});

const DEFAULT_PER_PAGE = 50;

export const oauthClientsApi = createAuthApi()
  .openapi(list, async (c) => {
    const query = c.req.valid('query');
    const page = query.page ? Number(query.page) : 1;
    const perPage = query.per_page ? Number(query.per_page) : DEFAULT_PER_PAGE;
    const { clients, total, last } = await listOAuthClientsPage(c.var.deps, page, perPage);
    const toPageLink = (number: number, rel: string) =>
      `</admin/oauth/clients?page=${number}&per_page=${perPage}>; rel="${rel}"`;
    c.header('X-Total-Count', String(total));
    c.header('Link', [...(page < last ? [toPageLink(page + 1, 'next')] : []), toPageLink(last, 'last')].join(', '));
    return c.json({ clients }, 200);
  })
  .openapi(register, async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await registerOAuthClient(c.var.deps, c.req.valid('json')), 201);
  })
  .openapi(read, async (c) => c.json(await readOAuthClient(c.var.deps, c.req.valid('param').clientId), 200))
  .openapi(change, async (c) =>
    c.json(await updateOAuthClientSettings(c.var.deps, c.req.valid('param').clientId, c.req.valid('json')), 200),
  )
  .openapi(remove, async (c) => {
    await removeOAuthClient(c.var.deps, c.req.valid('param').clientId);
    return c.body(null, 204);
  })
  .openapi(renew, async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await renewOAuthClientSecret(c.var.deps, c.req.valid('param').clientId), 200);
  });
