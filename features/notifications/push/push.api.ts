import { z } from '@hono/zod-openapi';
import { body, createApi, json, operation } from '../../../server/http.ts';
import { readPush, renewDevice, sendTestPush, turnOffDevice, turnOnDevice } from './push.commands.ts';
import { NewDevice, PushStatus, Renewal } from './push.schema.ts';

const path = '/api/notifications/push';

const standing = operation({
  method: 'get',
  path,
  who: 'user',
  summary: 'What a browser needs to turn push on, and your devices that have it on',
  responses: { 200: json(PushStatus, 'The key, and your devices') },
});

const turnOn = operation({
  method: 'post',
  path: `${path}/devices`,
  who: 'user',
  surface: 'own',
  summary: 'Turn push on in the browser of this session, for as long as the session lasts',
  request: { body: body(NewDevice) },
  responses: { 200: json(PushStatus, 'The key, and your devices') },
});

const turnOff = operation({
  method: 'delete',
  path: `${path}/devices/{id}`,
  who: 'owner',
  surface: 'own',
  summary: 'Turn push off on one of your devices',
  request: { params: z.object({ id: z.uuid({ error: 'This device is not on your list.' }) }) },
  responses: { 200: json(PushStatus, 'The key, and your devices') },
});

const test = operation({
  method: 'post',
  path: `${path}/test`,
  who: 'user',
  surface: 'own',
  summary: 'Send a test message to all your devices',
  responses: { 200: json(z.object({ devices: z.number().int() }), 'On its way to so many devices') },
});

const renew = operation({
  method: 'post',
  path: `${path}/renewals`,
  who: 'visitor',
  summary: 'A browser gives its new address; the secret of the old one shows whose it is',
  request: { body: body(Renewal) },
  responses: { 200: json(z.object({ ok: z.literal(true) }), 'Kept') },
});

export const pushApi = createApi()
  .openapi(standing, async (c) => c.json(await readPush(c.var.deps, c.var.actor!), 200))
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
