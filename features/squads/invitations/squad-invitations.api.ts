import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { body, createApi, json, operation } from '../../../server/http.ts';
import { PlayerId } from '../../accounts/player-id.schema.ts';
import { respondWithSquad } from '../squad-response.api.ts';
import * as messages from '../squads.messages.ts';
import { SquadRoom } from '../squads.schema.ts';
import { inviteFromPool } from './pool-invitations.commands.ts';
import * as commands from './squad-invitations.commands.ts';
import { InvitablePlayers, PlayerSearch, SeatToFill, SquadLink } from './squad-invitations.schema.ts';

const ById = z.object({ id: z.uuid({ error: issueText(messages.squadNotFound) }) });
const Token = z.object({ token: z.string().max(64, issueText(messages.linkGone)) });
const Answered = z.object({ message: z.string() });

const find = operation({
  method: 'get',
  path: '/api/squads/{id}/players',
  who: 'member',
  summary: 'Find players by name to invite',
  request: { params: ById, query: z.object({ name: PlayerSearch }) },
  responses: { 200: json(InvitablePlayers, 'Up to eight players') },
});

const invite = operation({
  method: 'post',
  path: '/api/squads/{id}/invitations',
  who: 'member',
  surface: 'squads',
  summary: 'Invite a player to your squad',
  request: { params: ById, body: body(z.object({ user_id: PlayerId })) },
  responses: { 200: json(SquadRoom, 'The current squad') },
});

const seek = operation({
  method: 'post',
  path: '/api/squads/{id}/seek',
  who: 'member',
  surface: 'squads',
  summary: 'Invite a fitting player from the pool for an empty spot',
  request: { params: ById, body: body(SeatToFill) },
  responses: { 200: json(SquadRoom, 'The squad with the invited player') },
});

const uninvite = operation({
  method: 'delete',
  path: '/api/squads/{id}/invitations/{user}',
  who: 'member',
  surface: 'own',
  summary: "Withdraw one of your squad's invitations",
  request: { params: ById.extend({ user: PlayerId }) },
  responses: { 200: json(SquadRoom, 'The current squad') },
});

const answer = operation({
  method: 'post',
  path: '/api/squads/{id}/answer',
  who: 'onboarded',
  surface: 'own',
  summary: 'Accept or decline a squad invitation',
  request: {
    params: z.object({ id: z.uuid({ error: issueText(messages.invitationGone) }) }),
    body: body(
      z.object({ action: z.enum(['accept', 'decline'], { error: issueText(messages.invitationAnswerInvalid) }) }),
    ),
  },
  responses: { 200: json(Answered, 'The answer was saved') },
});

const makeLink = operation({
  method: 'put',
  path: '/api/squads/{id}/link',
  who: 'member',
  surface: 'squads',
  summary: 'Create a new join link and disable the old one',
  request: { params: ById },
  responses: { 200: json(SquadRoom, 'The squad with the new link') },
});

const endLink = operation({
  method: 'delete',
  path: '/api/squads/{id}/link',
  who: 'member',
  surface: 'own',
  summary: "Turn off your squad's join link",
  request: { params: ById },
  responses: { 200: json(SquadRoom, 'The squad without a link') },
});

const getSquadLink = operation({
  method: 'get',
  path: '/api/squad-links/{token}',
  who: 'visitor',
  summary: "Get a join link's squad and inviter",
  request: { params: Token },
  responses: { 200: json(SquadLink, 'The squad, and whether you can join it') },
});

const joinByLink = operation({
  method: 'post',
  path: '/api/squad-links/{token}',
  who: 'onboarded',
  surface: 'squads',
  summary: 'Join a squad by its link',
  request: { params: Token },
  responses: { 200: json(z.object({ id: z.uuid() }), 'The squad you joined') },
});

export const squadInvitationsApi = createApi()
  .openapi(seek, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquad(c, id, inviteFromPool(c.var.deps, c.var.actor!, id, c.req.valid('json').seat));
  })
  .openapi(find, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await commands.findPlayers(c.var.deps, c.var.actor!, id, c.req.valid('query').name), 200);
  })
  .openapi(invite, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquad(c, id, commands.inviteToSquad(c.var.deps, c.var.actor!, id, c.req.valid('json').user_id));
  })
  .openapi(uninvite, async (c) => {
    const { id, user } = c.req.valid('param');
    return respondWithSquad(c, id, commands.withdrawSquadInvitation(c.var.deps, c.var.actor!, id, user));
  })
  .openapi(answer, async (c) => {
    const isAccepted = c.req.valid('json').action === 'accept';
    await commands.answerSquadInvitation(c.var.deps, c.var.actor!, c.req.valid('param').id, isAccepted);
    return c.json({ message: readerTranslator(isAccepted ? messages.joinedToast : messages.declinedToast) }, 200);
  })
  .openapi(makeLink, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquad(c, id, commands.changeSquadLink(c.var.deps, c.var.actor!, id, true));
  })
  .openapi(endLink, async (c) => {
    const { id } = c.req.valid('param');
    return respondWithSquad(c, id, commands.changeSquadLink(c.var.deps, c.var.actor!, id, false));
  })
  .openapi(getSquadLink, async (c) =>
    c.json(await commands.getSquadLink(c.var.deps, c.var.actor, c.req.valid('param').token), 200),
  )
  .openapi(joinByLink, async (c) =>
    c.json({ id: await commands.joinSquadByLink(c.var.deps, c.var.actor!, c.req.valid('param').token) }, 200),
  );
