import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { body, createApi, DONE_RESPONSE, json, operation, respondDone } from '../../server/http.ts';
import { saveAlertSettings } from './team-alerts.commands.ts';
import * as messages from './team-assembly.messages.ts';
import { findAlerts } from './team-assembly.queries.ts';
import { AlertSettings, Candidate, SeatInvitation, TeamBuildInput, TeamBuildView } from './team-assembly.schema.ts';
import { confirmDelivery, findCandidates, invitePlayer } from './team-candidates.commands.ts';
import { answerInvitation, confirmTeam } from './team-lifecycle.commands.ts';
import { requestTeam } from './team-requests.commands.ts';
import {
  isReadyForInvitations,
  readConciergeDesk,
  readOwnInvitations,
  readOwnTeams,
  readTeam,
} from './team-views.commands.ts';

const Id = z.object({ id: z.uuid(issueText(messages.requestIdInvalid)) });
const TeamRequestResult = z.object({ id: z.uuid(), paid: z.boolean() });

const getRequestPage = operation({
  method: 'post',
  path: '/api/team-build/request',
  who: 'user',
  surface: 'checkout',
  summary: 'Order a team (filled within 48 hours of payment)',
  request: { body: body(TeamBuildInput) },
  responses: { 200: json(TeamRequestResult, 'The request') },
});

const requestFunction = operation({
  method: 'post',
  path: '/functions/v1/team-build-request',
  who: 'user',
  surface: 'checkout',
  summary: 'Order a team (alias for older clients)',
  request: { body: body(TeamBuildInput) },
  responses: { 200: json(TeamRequestResult, 'The request') },
});

const listOwn = operation({
  method: 'get',
  path: '/api/team-builds',
  who: 'user',
  summary: 'List my team orders',
  responses: { 200: json(z.object({ requests: z.array(TeamBuildView) }), 'Newest first') },
});

const getTeamOperation = operation({
  method: 'get',
  path: '/api/team-builds/{id}',
  who: 'user',
  summary: 'Get my team with spots, deadline and contacts',
  request: { params: Id },
  responses: { 200: json(TeamBuildView, 'The request') },
});

const confirm = operation({
  method: 'post',
  path: '/api/team-builds/{id}/confirm',
  who: 'user',
  surface: 'own',
  summary: 'Confirm a delivered team and release the payment',
  request: { params: Id },
  responses: { 200: DONE_RESPONSE },
});

const listInvitations = operation({
  method: 'get',
  path: '/api/team-build/invitations',
  who: 'user',
  summary: 'List my spot invitations',
  responses: {
    200: json(
      z.object({ invitations: z.array(SeatInvitation), profile_ready: z.boolean() }),
      'Newest first. profile_ready: whether the profile is published and has what matching needs',
    ),
  },
});

const answer = operation({
  method: 'post',
  path: '/api/team-builds/{id}/answer',
  who: 'user',
  surface: 'own',
  summary: 'Accept or decline a spot invitation',
  request: { params: Id, body: body(z.object({ accept: z.boolean() })) },
  responses: { 200: DONE_RESPONSE },
});

const getAlerts = operation({
  method: 'get',
  path: '/api/alerts/availability',
  who: 'user',
  summary: 'Get my short-notice settings',
  responses: { 200: json(AlertSettings, 'Your choice') },
});

const setAlerts = operation({
  method: 'post',
  path: '/api/alerts/availability',
  who: 'user',
  surface: 'own',
  summary: 'Turn short-notice invitations on or off',
  request: { body: body(AlertSettings) },
  responses: { 200: json(AlertSettings, 'Your choice') },
});

const getDesk = operation({
  method: 'get',
  path: '/api/admin/team-builds',
  who: 'admin',
  summary: 'List teams to assemble, nearest deadline first',
  responses: { 200: json(z.object({ requests: z.array(TeamBuildView) }), 'Requests') },
});

const candidates = operation({
  method: 'get',
  path: '/api/admin/team-builds/{id}/candidates',
  who: 'admin',
  summary: 'List the best players for a spot',
  request: {
    params: Id,
    query: z.object({ seat: z.coerce.number(issueText(messages.seatNotNumber)).int().min(0).max(4) }),
  },
  responses: { 200: json(z.object({ candidates: z.array(Candidate) }), 'Best first') },
});

const inviteOperation = operation({
  method: 'post',
  path: '/api/admin/team-builds/{id}/players',
  who: 'admin',
  summary: 'Invite a player to a spot',
  request: { params: Id, body: body(z.object({ seat: z.int().min(0).max(4), playerId: z.uuid() })) },
  responses: { 200: DONE_RESPONSE },
});

const deliver = operation({
  method: 'post',
  path: '/api/admin/team-builds/{id}/deliver',
  who: 'admin',
  summary: 'Confirm a complete team and hand it over',
  request: { params: Id },
  responses: { 200: DONE_RESPONSE },
});

export const teamsApi = createApi()
  .openapi(getRequestPage, async (c) => c.json(await requestTeam(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(requestFunction, async (c) => c.json(await requestTeam(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(listOwn, async (c) => c.json({ requests: await readOwnTeams(c.var.deps, c.var.actor!) }, 200))
  .openapi(getTeamOperation, async (c) =>
    c.json(await readTeam(c.var.deps, c.var.actor!, c.req.valid('param').id), 200),
  )
  .openapi(confirm, (c) => respondDone(c, confirmTeam(c.var.deps, c.var.actor!, c.req.valid('param').id)))
  .openapi(listInvitations, async (c) => {
    const { deps } = c.var;
    const actor = c.var.actor!;
    const [invitations, isReady] = await Promise.all([
      readOwnInvitations(deps, actor),
      isReadyForInvitations(deps, actor),
    ]);
    return c.json({ invitations, profile_ready: isReady }, 200);
  })
  .openapi(answer, (c) =>
    respondDone(c, answerInvitation(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').accept)),
  )
  .openapi(getAlerts, async (c) => {
    const row = await findAlerts(c.var.deps.db, c.var.actor!.userId);
    return c.json(
      { availability_opt_in: row?.availabilityOptIn ?? false, phone_opt_in: row?.phoneOptIn ?? false },
      200,
    );
  })
  .openapi(setAlerts, async (c) => {
    const input = c.req.valid('json');
    const settings = { availabilityOptIn: input.availability_opt_in, phoneOptIn: input.phone_opt_in };
    await saveAlertSettings(c.var.deps, c.var.actor!, settings);
    return c.json(input, 200);
  })
  .openapi(getDesk, async (c) => c.json({ requests: await readConciergeDesk(c.var.deps, c.var.actor!) }, 200))
  .openapi(candidates, async (c) => {
    const candidates = await findCandidates(c.var.deps, c.req.valid('param').id, c.req.valid('query').seat);
    return c.json({ candidates: candidates }, 200);
  })
  .openapi(inviteOperation, (c) =>
    respondDone(c, invitePlayer(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'))),
  )
  .openapi(deliver, (c) => respondDone(c, confirmDelivery(c.var.deps, c.var.actor!, c.req.valid('param').id)));
