import { z } from '@hono/zod-openapi';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { body, json, operation } from '../../../server/http.ts';
import { AuthSession } from '../accounts.schema.ts';
import { createAuthApi, getVisit } from '../auth-protocol.api.ts';
import { describeDevice } from '../sessions/sessions.rules.ts';
import {
  finishAuthentication,
  finishRegistration,
  listPasskeys,
  removeOwnPasskey,
  renamePasskey,
  startAuthentication,
  startRegistration,
} from './passkeys.commands.ts';
import { Ceremony, CeremonyAnswer, Passkey, RenamePasskey } from './passkeys.schema.ts';

const params = z.object({ id: z.string() });
const empty = { content: { 'application/json': { schema: z.object({}).loose() } } };

const registrationOptions = operation({
  method: 'post',
  path: '/auth/v1/passkeys/registration/options',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Start adding a passkey',
  request: { body: empty },
  responses: { 200: json(Ceremony, 'The options for the browser') },
});

const registrationVerify = operation({
  method: 'post',
  path: '/auth/v1/passkeys/registration/verify',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Finish adding a passkey',
  request: { body: body(CeremonyAnswer) },
  responses: { 200: json(Passkey, 'The passkey') },
});

const authenticationOptions = operation({
  method: 'post',
  path: '/auth/v1/passkeys/authentication/options',
  who: 'visitor',
  summary: 'Start signing in with a passkey',
  request: { body: empty },
  responses: { 200: json(Ceremony, 'The options for the browser') },
});

const authenticationVerify = operation({
  method: 'post',
  path: '/auth/v1/passkeys/authentication/verify',
  who: 'visitor',
  summary: 'Finish signing in with a passkey',
  request: { body: body(CeremonyAnswer) },
  responses: { 200: json(AuthSession, 'The session') },
});

const list = operation({
  method: 'get',
  path: '/auth/v1/passkeys',
  who: 'user',
  whileLeaving: true,
  summary: 'List my passkeys',
  responses: { 200: json(z.array(Passkey), 'The passkeys') },
});

const rename = operation({
  method: 'patch',
  path: '/auth/v1/passkeys/{id}',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Rename a passkey',
  request: { params, body: body(RenamePasskey) },
  responses: { 200: json(Passkey, 'The passkey') },
});

const remove = operation({
  method: 'delete',
  path: '/auth/v1/passkeys/{id}',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Remove a passkey',
  request: { params },
  responses: { 200: json(z.object({}), 'Removed') },
});

export const passkeysApi = createAuthApi()
  .openapi(registrationOptions, async (c) => c.json(await startRegistration(c.var.deps, c.var.actor!), 200))
  .openapi(registrationVerify, async (c) => {
    const device = describeDevice(readerTranslator, getVisit(c).userAgent);
    return c.json(await finishRegistration(c.var.deps, c.var.actor!, c.req.valid('json'), device), 200);
  })
  .openapi(authenticationOptions, async (c) => c.json(await startAuthentication(c.var.deps, getVisit(c)), 200))
  .openapi(authenticationVerify, async (c) =>
    c.json(await finishAuthentication(c.var.deps, c.req.valid('json'), getVisit(c)), 200),
  )
  .openapi(list, async (c) => c.json(await listPasskeys(c.var.deps, c.var.actor!.userId), 200))
  .openapi(rename, async (c) => {
    const { friendly_name } = c.req.valid('json');
    return c.json(await renamePasskey(c.var.deps, c.var.actor!, c.req.valid('param').id, friendly_name), 200);
  })
  .openapi(remove, async (c) => {
    await removeOwnPasskey(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({}, 200);
  });
