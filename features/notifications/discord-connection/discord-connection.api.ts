import { z } from '@hono/zod-openapi';
import { body, createApi, json, operation } from '../../../server/http.ts';
import { disconnectDiscord, finishDiscord, readDiscord, startDiscord } from './discord-connection.commands.ts';
import { DiscordReturn, DiscordStanding } from './discord-connection.schema.ts';

const path = '/api/notifications/discord';

const standing = operation({
  method: 'get',
  path,
  who: 'user',
  summary: 'Whether you are connected to Discord',
  responses: { 200: json(DiscordStanding, 'Your connection') },
});

const start = operation({
  method: 'post',
  path: `${path}/connect`,
  who: 'user',
  surface: 'own',
  summary: 'Start connecting Discord',
  responses: { 200: json(z.object({ url: z.url() }), 'Where to go to agree') },
});

const finish = operation({
  method: 'post',
  path: `${path}/complete`,
  who: 'user',
  surface: 'own',
  summary: 'Finish connecting Discord with what it sent back',
  request: { body: body(DiscordReturn) },
  responses: { 200: json(DiscordStanding, 'Your connection') },
});

const end = operation({
  method: 'delete',
  path,
  who: 'user',
  surface: 'own',
  summary: 'Disconnect Discord',
  responses: { 200: json(DiscordStanding, 'Your connection') },
});

export const discordApi = createApi()
  .openapi(standing, async (c) => c.json(await readDiscord(c.var.deps, c.var.actor!), 200))
  .openapi(start, async (c) => c.json(await startDiscord(c.var.deps, c.var.actor!), 200))
  .openapi(finish, async (c) => c.json(await finishDiscord(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(end, async (c) => c.json(await disconnectDiscord(c.var.deps, c.var.actor!), 200));
