import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { issueText } from '../../../messages/issue-text.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { type ApiEnv, body, createApi, json, operation } from '../../../server/http.ts';
import { PlayerId } from '../../accounts/player-id.schema.ts';
import * as messages from '../matches.messages.ts';
import * as commands from './parties.commands.ts';
import { OwnParty, PartyLink } from './parties.schema.ts';

const Done = z.object({ message: z.string() });
const Token = z.object({ token: z.string().max(64, issueText(messages.partyLinkInvalid)) });

const read = operation({
  method: 'get',
  path: '/api/party',
  who: 'onboarded',
  summary: 'Get my party and my open invitations',
  responses: { 200: json(OwnParty, 'The party, or null') },
});

const start = operation({
  method: 'post',
  path: '/api/party',
  who: 'onboarded',
  surface: 'parties',
  summary: 'Start a party with a join link',
  responses: { 200: json(OwnParty, 'Your party') },
});

const disband = operation({
  method: 'delete',
  path: '/api/party',
  who: 'onboarded',
  surface: 'own',
  summary: 'Disband the party I lead',
  responses: { 200: json(Done, 'Party disbanded') },
});

const inviteOne = operation({
  method: 'post',
  path: '/api/party/invitations',
  who: 'onboarded',
  surface: 'parties',
  summary: 'Invite a player to my party',
  request: { body: body(z.object({ user_id: PlayerId })) },
  responses: { 200: json(Done, 'The player is notified') },
});

const withdrawInvitation = operation({
  method: 'delete',
  path: '/api/party/invitations/{id}',
  who: 'onboarded',
  surface: 'own',
  summary: 'Withdraw an invitation',
  request: { params: z.object({ id: PlayerId }) },
  responses: { 200: json(Done, 'Invitation withdrawn') },
});

const answer = operation({
  method: 'post',
  path: '/api/party/{id}/answer',
  who: 'onboarded',
  surface: 'own',
  summary: 'Accept or decline an invitation',
  request: {
    params: z.object({ id: z.uuid({ error: issueText(messages.invitationClosed) }) }),
    body: body(z.object({ action: z.enum(['accept', 'decline'], { error: issueText(messages.partyAnswerInvalid) }) })),
  },
  responses: { 200: json(OwnParty, 'Your updated party') },
});

const leave = operation({
  method: 'post',
  path: '/api/party/leave',
  who: 'onboarded',
  surface: 'own',
  summary: 'Leave my party',
  responses: { 200: json(Done, "You're back to matching solo") },
});

const newLink = operation({
  method: 'post',
  path: '/api/party/link',
  who: 'onboarded',
  surface: 'parties',
  summary: "Replace my party's link",
  responses: { 200: json(OwnParty, 'Your party with the new link') },
});

const look = operation({
  method: 'get',
  path: '/api/party/links/{token}',
  who: 'visitor',
  summary: 'Get whose party a link belongs to',
  request: { params: Token },
  responses: { 200: json(PartyLink, 'The party behind the link') },
});

const join = operation({
  method: 'post',
  path: '/api/party/links/{token}',
  who: 'onboarded',
  surface: 'parties',
  summary: 'Join a party by link',
  request: { params: Token },
  responses: { 200: json(OwnParty, 'Your party') },
});

/** Responds with the caller's party after a change. */
async function respond(c: Context<ApiEnv>, work: Promise<unknown>) {
  await work;
  return c.json(await commands.getParty(c.var.deps, c.var.actor!), 200);
}

export const partiesApi = createApi()
  .openapi(read, async (c) => c.json(await commands.getParty(c.var.deps, c.var.actor!), 200))
  .openapi(start, (c) => respond(c, commands.startParty(c.var.deps, c.var.actor!)))
  .openapi(disband, async (c) => {
    await commands.disbandParty(c.var.deps, c.var.actor!);
    return c.json({ message: readerTranslator(messages.partyDisbanded) }, 200);
  })
  .openapi(inviteOne, async (c) => {
    await commands.inviteToParty(c.var.deps, c.var.actor!, c.req.valid('json').user_id);
    return c.json({ message: readerTranslator(messages.invitationSent) }, 200);
  })
  .openapi(withdrawInvitation, async (c) => {
    await commands.withdrawPartyInvitation(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.json({ message: readerTranslator(messages.invitationWithdrawn) }, 200);
  })
  .openapi(answer, (c) => {
    const isAccepted = c.req.valid('json').action === 'accept';
    return respond(c, commands.answerInvitation(c.var.deps, c.var.actor!, c.req.valid('param').id, isAccepted));
  })
  .openapi(leave, async (c) => {
    await commands.leaveParty(c.var.deps, c.var.actor!);
    return c.json({ message: readerTranslator(messages.partyLeft) }, 200);
  })
  .openapi(newLink, (c) => respond(c, commands.renewLink(c.var.deps, c.var.actor!)))
  .openapi(look, async (c) =>
    c.json(await commands.getPartyLink(c.var.deps, c.var.actor, c.req.valid('param').token), 200),
  )
  .openapi(join, (c) => respond(c, commands.joinByLink(c.var.deps, c.var.actor!, c.req.valid('param').token)));
