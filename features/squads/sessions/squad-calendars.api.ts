import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { createApi, json, operation } from '../../../server/http.ts';
import * as messages from '../squads.messages.ts';
import * as commands from './squad-calendars.commands.ts';

const BySquad = z.object({ id: z.uuid({ error: issueText(messages.squadNotFound) }) });
const Address = json(z.object({ calendar_path: z.string().nullable() }), 'The current address');

const feed = operation({
  method: 'get',
  path: '/api/calendars/{secret}/sessions.ics',
  who: 'visitor',
  summary: 'Get a calendar feed of sessions',
  request: { params: z.object({ secret: z.string().max(100) }) },
  responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: z.string() } } } },
});

const renewOwn = operation({
  method: 'put',
  path: '/api/squad-calendar',
  who: 'onboarded',
  surface: 'own',
  summary: 'Renew the calendar address for all your squads',
  responses: { 200: Address },
});

const revokeOwn = operation({
  method: 'delete',
  path: '/api/squad-calendar',
  who: 'onboarded',
  surface: 'own',
  summary: 'Turn off the calendar address for all your squads',
  responses: { 200: Address },
});

const renew = operation({
  method: 'put',
  path: '/api/squads/{id}/calendar-address',
  who: 'member',
  surface: 'own',
  summary: 'Renew your calendar address for one squad',
  request: { params: BySquad },
  responses: { 200: Address },
});

const revoke = operation({
  method: 'delete',
  path: '/api/squads/{id}/calendar-address',
  who: 'member',
  surface: 'own',
  summary: 'Turn off your calendar address for one squad',
  request: { params: BySquad },
  responses: { 200: Address },
});

export const squadCalendarsApi = createApi()
  .openapi(feed, async (c) => {
    const text = await commands.getCalendarFeed(c.var.deps, c.req.valid('param').secret);
    return c.text(text, 200, { 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'private, no-store' });
  })
  .openapi(renewOwn, async (c) => {
    const { deps, actor } = c.var;
    await commands.renewCalendar(deps, actor!, null);
    return c.json(
      { calendar_path: await commands.findCalendarPath(deps.db, { userId: actor!.userId, squadId: null }) },
      200,
    );
  })
  .openapi(revokeOwn, async (c) => {
    await commands.revokeCalendar(c.var.deps, c.var.actor!, null);
    return c.json({ calendar_path: null }, 200);
  })
  .openapi(renew, async (c) => {
    const { deps, actor } = c.var;
    const { id: squadId } = c.req.valid('param');
    await commands.renewCalendar(deps, actor!, squadId);
    return c.json({ calendar_path: await commands.findCalendarPath(deps.db, { userId: actor!.userId, squadId }) }, 200);
  })
  .openapi(revoke, async (c) => {
    await commands.revokeCalendar(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ calendar_path: null }, 200);
  });
