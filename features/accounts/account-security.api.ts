import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { body, createApi, json, operation } from '../../server/http.ts';
import { instant } from '../../time/instant-schema.ts';
import { cancelDeletion, requestDeletion } from './account-deletion.commands.ts';
import { endDevice, readSecurity } from './account-security.commands.ts';
import { RecoveryCode, Security } from './account-security.schema.ts';
import * as messages from './accounts.messages.ts';
import { createRecoveryCodes, useRecoveryCode } from './recovery-codes.commands.ts';

const readSecurityOperation = operation({
  method: 'get',
  path: '/api/account/security',
  who: 'user',
  whileLeaving: true,
  summary: 'Get my devices and account security',
  responses: { 200: json(Security, 'The devices and account security') },
});

const endDeviceOperation = operation({
  method: 'delete',
  path: '/api/account/devices/{id}',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Sign out one of my devices',
  request: { params: z.object({ id: z.uuid(issueText(messages.deviceIdInvalid)) }) },
  responses: { 200: json(z.object({ ended: z.literal(true) }), 'Signed out') },
});

const deleteOperation = operation({
  method: 'post',
  path: '/api/account/deletion',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Schedule the deletion of my account',
  responses: { 200: json(z.object({ delete_after: instant }), 'The deletion date') },
});

const keepAccountOperation = operation({
  method: 'delete',
  path: '/api/account/deletion',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Cancel the deletion of my account',
  responses: { 200: json(z.object({ kept: z.literal(true) }), 'Deletion canceled') },
});

const createRecoveryCodesOperation = operation({
  method: 'post',
  path: '/api/account/recovery-codes',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Create recovery codes for a lost second factor',
  responses: { 200: json(z.object({ codes: z.array(z.string()) }), 'The recovery codes, shown once') },
});

const useRecoveryCodeOperation = operation({
  method: 'post',
  path: '/api/account/recovery-codes/use',
  who: 'user',
  surface: 'own',
  beforeSecondFactor: true,
  whileLeaving: true,
  summary: 'Use a recovery code instead of the second factor',
  request: { body: body(RecoveryCode) },
  responses: { 200: json(z.object({ raised: z.literal(true) }), 'The session is confirmed') },
});

export const securityApi = createApi()
  .openapi(readSecurityOperation, async (c) => c.json(await readSecurity(c.var.deps, c.var.actor!), 200))
  .openapi(endDeviceOperation, async (c) => {
    await endDevice(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ ended: true as const }, 200);
  })
  .openapi(deleteOperation, async (c) => {
    const at = await requestDeletion(c.var.deps, c.var.actor!);
    return c.json({ delete_after: at.toISOString() }, 200);
  })
  .openapi(keepAccountOperation, async (c) => {
    await cancelDeletion(c.var.deps, c.var.actor!);
    return c.json({ kept: true as const }, 200);
  })
  .openapi(createRecoveryCodesOperation, async (c) =>
    c.json({ codes: await createRecoveryCodes(c.var.deps, c.var.actor!) }, 200),
  )
  .openapi(useRecoveryCodeOperation, async (c) => {
    await useRecoveryCode(c.var.deps, c.var.actor!, c.req.valid('json').code);
    return c.json({ raised: true as const }, 200);
  });
