import { z } from '@hono/zod-openapi';
import { body, createApi, json, operation } from '../../server/http.ts';
import { appeal, ownBans } from './ban-appeals.commands.ts';
import { AppealRequest, OwnBans } from './moderation.schema.ts';

const Done = z.object({ message: z.string() });

const readOwnBans = operation({
  method: 'get',
  path: '/api/moderation/me',
  who: 'user',
  summary: 'The bans that hold for the caller now, with reason, end and appeal',
  responses: { 200: json(OwnBans, 'The bans; none is an empty list') },
});

const fileAppeal = operation({
  method: 'post',
  path: '/api/moderation/appeals',
  who: 'user',
  surface: 'own',
  summary: 'Appeals a ban of the caller, once a ban',
  request: { body: body(AppealRequest) },
  responses: { 200: json(Done, 'A moderator will decide') },
});

export const moderationApi = createApi()
  .openapi(readOwnBans, async (c) => c.json({ bans: await ownBans(c.var.deps, c.var.actor!) }, 200))
  .openapi(fileAppeal, async (c) => {
    await appeal(c.var.deps, c.var.actor!, c.req.valid('json'));
    return c.json({ message: 'Appeal sent. A moderator will read it.' }, 200);
  });
