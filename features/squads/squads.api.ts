import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { body, createApi, DeniedResponse, ExplainDenied, json, operation, orDenied } from '../../server/http.ts';
import { isReservedName } from '../../text/reserved-names.ts';
import { PlayerId } from '../accounts/player-id.schema.ts';
import { squadInvitationsApi } from './invitations/squad-invitations.api.ts';
import { liveNowApi } from './live-now/live-now.api.ts';
import { playerRecordApi } from './player-record/player-record.api.ts';
import { squadPagesApi } from './public-page/squad-pages.api.ts';
import { sessionFeedbackApi } from './session-feedback/session-feedback.api.ts';
import { squadCalendarsApi } from './sessions/squad-calendars.api.ts';
import { squadSessionsApi } from './sessions/squad-sessions.api.ts';
import { makePartySquad } from './squad-creation.commands.ts';
import { respondWithSquad } from './squad-response.api.ts';
import * as commands from './squads.commands.ts';
import * as messages from './squads.messages.ts';
import { LeaveReason, OwnSquads, PastSquads, SquadName, SquadRoom } from './squads.schema.ts';
import { substitutesApi } from './substitutes/substitutes.api.ts';

const Done = z.object({ message: z.string() });
/** Checked only on the server, because the table of look-alike characters is too large for browsers. */
const OwnSquadName = SquadName.refine((name) => !isReservedName(name), issueText(messages.nameReserved));
const ById = z.object({ id: z.uuid({ error: issueText(messages.squadNotFound) }) });

const list = operation({
  method: 'get',
  path: '/api/squads',
  who: 'onboarded',
  summary: 'List my squads and past squads',
  responses: { 200: json(OwnSquads, 'Your squads') },
});

const listPast = operation({
  method: 'get',
  path: '/api/squads/past',
  who: 'onboarded',
  summary: 'List my past squads, most recently left first',
  request: { query: z.object({ before: z.string().max(80).optional() }) },
  responses: { 200: json(PastSquads, 'One page of past matches') },
});

const fromParty = operation({
  method: 'post',
  path: '/api/squads/from-party',
  who: 'onboarded',
  surface: 'squads',
  summary: 'Create a squad from the party I lead (idempotent)',
  responses: { 200: json(z.object({ id: z.uuid() }), 'The squad') },
});

const read = operation({
  method: 'get',
  path: '/api/squads/{id}',
  who: 'member',
  summary: 'Get one of my squads',
  request: { params: ById, query: ExplainDenied },
  responses: { 200: json(SquadRoom.or(DeniedResponse), 'The squad with its members') },
});

const change = operation({
  method: 'patch',
  path: '/api/squads/{id}',
  who: 'member',
  surface: 'squads',
  summary: 'Rename my squad or redraw its crest',
  request: {
    params: ById,
    body: body(
      z.object({
        name: OwnSquadName.optional(),
        new_crest: z.boolean({ error: issueText(messages.newCrestInvalid) }).optional(),
      }),
    ),
  },
  responses: { 200: json(SquadRoom, 'The current squad') },
});

const captain = operation({
  method: 'put',
  path: '/api/squads/{id}/captain',
  who: 'member',
  surface: 'squads',
  summary: 'Make another member captain of my squad',
  request: {
    params: ById,
    body: body(z.object({ user_id: PlayerId })),
  },
  responses: { 200: json(SquadRoom, 'The current squad') },
});

const leave = operation({
  method: 'post',
  path: '/api/squads/{id}/leave',
  who: 'member',
  surface: 'own',
  summary: 'Leave a squad',
  request: { params: ById, body: body(z.object({ reason: LeaveReason })) },
  responses: { 200: json(Done, 'You’re out') },
});

const end = operation({
  method: 'delete',
  path: '/api/squads/{id}',
  who: 'member',
  surface: 'own',
  summary: 'End my squad for everyone',
  request: { params: ById },
  responses: { 200: json(Done, 'The squad has ended') },
});

const calendar = operation({
  method: 'get',
  path: '/api/squads/{id}/calendar.ics',
  who: 'member',
  summary: 'Get the next sessions of a squad as a calendar file',
  request: { params: ById },
  responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: z.string() } } } },
});

export const squadsApi = createApi()
  .route('/', squadCalendarsApi)
  .route('/', squadSessionsApi)
  .route('/', liveNowApi)
  .route('/', squadInvitationsApi)
  .route('/', squadPagesApi)
  .route('/', sessionFeedbackApi)
  .route('/', playerRecordApi)
  .route('/', substitutesApi)
  .openapi(list, async (c) => c.json(await commands.listSquads(c.var.deps, c.var.actor!), 200))
  .openapi(listPast, async (c) =>
    c.json(await commands.listPastSquads(c.var.deps, c.var.actor!, c.req.valid('query').before), 200),
  )
  .openapi(fromParty, async (c) => c.json({ id: await makePartySquad(c.var.deps, c.var.actor!) }, 200))
  .openapi(read, async (c) => {
    const squadPromise = commands.getSquad(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json(await orDenied(c.req.valid('query'), squadPromise), 200);
  })
  .openapi(change, async (c) => {
    const { id } = c.req.valid('param');
    const { name, new_crest = false } = c.req.valid('json');
    return respondWithSquad(
      c,
      id,
      commands.updateSquadStyle(c.var.deps, c.var.actor!, id, { name, newCrest: new_crest }),
    );
  })
  .openapi(captain, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquad(
      c,
      id,
      commands.transferCaptaincy(c.var.deps, c.var.actor!, id, c.req.valid('json').user_id),
    );
  })
  .openapi(leave, async (c) => {
    await commands.leaveSquad(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').reason);
    return c.json({ message: readerTranslator(messages.squadLeft) }, 200);
  })
  .openapi(end, async (c) => {
    await commands.endSquad(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ message: readerTranslator(messages.endedForAll) }, 200);
  })
  .openapi(calendar, async (c) => {
    const text = await commands.getSquadCalendar(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.text(text, 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="squad-sessions.ics"',
    });
  });
