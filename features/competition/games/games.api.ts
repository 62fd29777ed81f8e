import { z } from '@hono/zod-openapi';
import { issueText } from '../../../messages/issue-text.ts';
import { body, createApi, json, operation } from '../../../server/http.ts';
import { Refusal } from '../../../server/refusal.ts';
import * as messages from '../competition.messages.ts';
import { confirmGame, disputeGame } from './game-answers.commands.ts';
import { attachEvidence } from './game-evidence.commands.ts';
import { correctGame, reportGame } from './game-reports.commands.ts';
import { decideGame } from './game-settlement.commands.ts';
import { getGame, getGameAsModerator, listDisputes, listSessionGames } from './game-views.commands.ts';
import {
  DisputedGame,
  Game,
  GameConfirmation,
  GameCorrection,
  GameDecision,
  GameDispute,
  GameReport,
  SessionGames,
} from './games.schema.ts';

const BySession = z.object({ id: z.uuid({ error: issueText(messages.gameSessionNotFound) }) });
const ByGame = z.object({ id: z.uuid({ error: issueText(messages.gameNotFound) }) });
const gameResponse = json(Game, 'The game as you see it');

const list = operation({
  method: 'get',
  path: '/api/sessions/{id}/games',
  who: 'member',
  summary: 'List the games of a session you play in or one of your squad',
  request: { params: BySession },
  responses: { 200: json(SessionGames, 'The games in playing order') },
});

const report = operation({
  method: 'post',
  path: '/api/sessions/{id}/games',
  who: 'member',
  surface: 'squads',
  summary: 'Report how a game of my session ended',
  request: { params: BySession, body: body(GameReport) },
  responses: { 200: gameResponse },
});

const read = operation({
  method: 'get',
  path: '/api/games/{id}',
  who: 'member',
  summary: 'Get a game you played or one of your squad',
  request: { params: ByGame },
  responses: { 200: gameResponse },
});

const confirm = operation({
  method: 'post',
  path: '/api/games/{id}/confirmation',
  who: 'member',
  surface: 'squads',
  summary: "Confirm a game's result",
  request: { params: ByGame, body: body(GameConfirmation) },
  responses: { 200: gameResponse },
});

const correct = operation({
  method: 'post',
  path: '/api/games/{id}/correction',
  who: 'member',
  surface: 'squads',
  summary: 'Correct a result that no one has confirmed yet',
  request: { params: ByGame, body: body(GameCorrection) },
  responses: { 200: gameResponse },
});

const dispute = operation({
  method: 'post',
  path: '/api/games/{id}/dispute',
  who: 'member',
  surface: 'squads',
  summary: "Dispute a game's result",
  request: { params: ByGame, body: body(GameDispute) },
  responses: { 200: gameResponse },
});

const attach = operation({
  method: 'put',
  path: '/api/games/{id}/evidence',
  who: 'member',
  surface: 'storage',
  summary: 'Attach a screenshot to a game',
  request: { params: ByGame },
  responses: { 200: gameResponse },
});

const disputes = operation({
  method: 'get',
  path: '/api/admin/games',
  who: 'admin',
  summary: 'List the games that wait for a decision',
  responses: { 200: json(z.object({ games: z.array(DisputedGame) }), 'The one due first on top') },
});

const readAsModerator = operation({
  method: 'get',
  path: '/api/admin/games/{id}',
  who: 'admin',
  summary: 'Get a game with its flags',
  request: { params: ByGame },
  responses: { 200: json(DisputedGame, 'The game with every version of its result') },
});

const decide = operation({
  method: 'post',
  path: '/api/admin/games/{id}/decision',
  who: 'admin',
  summary: "Decide a game's result or void the game",
  request: { params: ByGame, body: body(GameDecision) },
  responses: { 200: json(DisputedGame, 'The game with every version of its result') },
});

const playerApi = createApi()
  .openapi(list, async (c) => c.json(await listSessionGames(c.var.deps, c.var.actor!, c.req.valid('param').id), 200))
  .openapi(report, async (c) => {
    const { deps, actor } = c.var;
    const id = await reportGame(deps, actor!, c.req.valid('param').id, c.req.valid('json'));
    return c.json(await getGame(deps, actor!, id), 200);
  })
  .openapi(read, async (c) => c.json(await getGame(c.var.deps, c.var.actor!, c.req.valid('param').id), 200))
  .openapi(confirm, async (c) => {
    const { deps, actor } = c.var;
    const { id } = c.req.valid('param');
    await confirmGame(deps, actor!, id, c.req.valid('json'));
    return c.json(await getGame(deps, actor!, id), 200);
  })
  .openapi(correct, async (c) => {
    const { deps, actor } = c.var;
    const { id } = c.req.valid('param');
    await correctGame(deps, actor!, id, c.req.valid('json'));
    return c.json(await getGame(deps, actor!, id), 200);
  })
  .openapi(dispute, async (c) => {
    const { deps, actor } = c.var;
    const { id } = c.req.valid('param');
    await disputeGame(deps, actor!, id, c.req.valid('json'));
    return c.json(await getGame(deps, actor!, id), 200);
  })
  .openapi(attach, async (c) => {
    const { deps, actor } = c.var;
    const { id } = c.req.valid('param');
    const form = await c.req.formData().catch(() => undefined);
    const file = form?.get('file');
    if (!(file instanceof File)) throw new Refusal('invalid', messages.screenshotMissing, 'file');
    const bytes = new Uint8Array(await file.arrayBuffer());
    await attachEvidence(deps, actor!, id, { bytes, signal: c.req.raw.signal });
    return c.json(await getGame(deps, actor!, id), 200);
  });

const moderatorApi = createApi()
  .openapi(disputes, async (c) => c.json({ games: await listDisputes(c.var.deps, c.var.actor!) }, 200))
  .openapi(readAsModerator, async (c) =>
    c.json(await getGameAsModerator(c.var.deps, c.var.actor!, c.req.valid('param').id), 200),
  )
  .openapi(decide, async (c) => {
    const { deps, actor } = c.var;
    const { id } = c.req.valid('param');
    await decideGame(deps, actor!, id, c.req.valid('json'));
    return c.json(await getGameAsModerator(deps, actor!, id), 200);
  });

export const gamesApi = createApi().route('/', playerApi).route('/', moderatorApi);
