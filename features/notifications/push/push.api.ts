import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { body, createApi, json, operation } from '../../../server/http.ts';
import * as messages from '../notifications.messages.ts';
import { getPushStatus, renewDevice, sendTestPush, turnOffDevice, turnOnDevice } from './push.commands.ts';
import { NewDevice, PushStatus, Renewal } from './push.schema.ts';

const path = '/api/notifications/push';

const readPushStatus = operation({
  method: 'get',
  path,
  who: 'user',
  summary: 'Show my push devices and the key to subscribe',
  responses: { 200: json(PushStatus, 'The key and your devices') },
});

const turnOn = operation({
  method: 'post',
  path: `${path}/devices`,
  who: 'user',
  surface: 'own',
  summary: "Turn on push in this session's browser",
  request: { body: body(NewDevice) },
  responses: { 200: json(PushStatus, 'The key and your devices') },
});

const turnOff = operation({
  method: 'delete',
  path: `${path}/devices/{id}`,
  who: 'owner',
  surface: 'own',
  summary: 'Turn off push on one of my devices',
  request: { params: z.object({ id: z.uuid({ error: issueText(messages.deviceUnknown) }) }) },
  responses: { 200: json(PushStatus, 'The key and your devices') },
});

const test = operation({
  method: 'post',
  path: `${path}/test`,
  who: 'user',
  surface: 'own',
  summary: 'Send a test message to all my devices',
  responses: { 200: json(z.object({ devices: z.number().int() }), "The number of devices it's going to") },
});

const renew = operation({
  method: 'post',
  path: `${path}/renewals`,
  who: 'visitor',
  summary: "Replace a browser's push subscription",
  request: { body: body(Renewal) },
  responses: { 200: json(z.object({ ok: z.literal(true) }), 'Kept') },
});

export const pushApi = createApi()
  .openapi(readPushStatus, async (c) => c.json(await getPushStatus(c.var.deps, c.var.actor!), 200))
  .openapi(turnOn, async (c) => {
    const userAgent = c.req.header('User-Agent')?.slice(0, 400) ?? null;
    return c.json(await turnOnDevice(c.var.deps, c.var.actor!, c.req.valid('json'), userAgent), 200);
  })
  .openapi(turnOff, async (c) => c.json(await turnOffDevice(c.var.deps, c.var.actor!, c.req.valid('param').id), 200))
  .openapi(test, async (c) => c.json(await sendTestPush(c.var.deps, c.var.actor!), 200))
  .openapi(renew, async (c) => {
    await renewDevice(c.var.deps, c.req.valid('json'));
    return c.json({ ok: true as const }, 200);
  });
