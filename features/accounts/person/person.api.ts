import { z } from '@hono/zod-openapi';
import { body, json, operation } from '../../../server/http.ts';
import { AuthUser } from '../accounts.schema.ts';
import { createAuthApi, getVisit } from '../auth-protocol.api.ts';
import { requestReauthentication } from '../code-sign-in.commands.ts';
import { getRedirectTo } from '../sign-in/sign-in.api.ts';
import { RedirectQuery, UserUpdate } from '../sign-in/sign-in.schema.ts';
import { readUser, updateOwnUser } from './person.commands.ts';

const getUser = operation({
  method: 'get',
  path: '/auth/v1/user',
  who: 'user',
  beforeSecondFactor: true,
  whileLeaving: true,
  summary: 'Get the signed-in user',
  responses: { 200: json(AuthUser, 'The user') },
});

const putUser = operation({
  method: 'put',
  path: '/auth/v1/user',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Update my email, phone, password or metadata',
  request: { query: RedirectQuery, body: body(UserUpdate) },
  responses: { 200: json(AuthUser, 'The updated user') },
});

const nonce = operation({
  method: 'get',
  path: '/auth/v1/reauthenticate',
  who: 'user',
  whileLeaving: true,
  summary: 'Send a reauthentication code',
  responses: { 200: json(z.object({}), 'Sent') },
});

export const personApi = createAuthApi()
  .openapi(getUser, async (c) => c.json(await readUser(c.var.deps, c.var.actor!), 200))
  .openapi(putUser, async (c) => {
    const user = await updateOwnUser(c.var.deps, c.var.actor!, c.req.valid('json'), {
      redirectTo: getRedirectTo(c),
      visit: getVisit(c),
    });
    return c.json(user, 200);
  })
  .openapi(nonce, async (c) => {
    await requestReauthentication(c.var.deps, c.var.actor!, getVisit(c));
    return c.json({}, 200);
  });
