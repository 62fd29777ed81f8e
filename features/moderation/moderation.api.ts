import { z } from '@hono/zod-openapi';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { body, createApi, json, operation } from '../../server/http.ts';
import { appealBan, listOwnBans } from './ban-appeals.commands.ts';
import * as messages from './moderation.messages.ts';
import { AppealRequest, OwnBans } from './moderation.schema.ts';
import { readUnreliable } from './reliability/reliability.commands.ts';

const DoneResponse = z.object({ message: z.string() });

const readOwnBans = operation({
  method: 'get',
  path: '/api/moderation/me',
  who: 'user',
  summary: 'Show my bans and reliability restrictions',
  responses: { 200: json(OwnBans, 'Without bans, an empty list; without other restrictions, null') },
});

const fileAppeal = operation({
  method: 'post',
  path: '/api/moderation/appeals',
  who: 'user',
  surface: 'own',
  summary: 'Appeal a ban',
  request: { body: body(AppealRequest) },
  responses: { 200: json(DoneResponse, 'A moderator will decide') },
});

export const moderationApi = createApi()
  .openapi(readOwnBans, async (c) => {
    const { deps, actor } = c.var;
    const [bans, unreliable] = await Promise.all([listOwnBans(deps, actor!), readUnreliable(deps, actor!.userId)]);
    return c.json({ bans, unreliable }, 200);
  })
  .openapi(fileAppeal, async (c) => {
    await appealBan(c.var.deps, c.var.actor!, c.req.valid('json'));
    return c.json({ message: readerTranslator(messages.appealSentToast) }, 200);
  });
