import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { body, createApi, json, operation } from '../../server/http.ts';
import { PlayerIdList } from '../profiles/live-status/live-status.schema.ts';
import { getLookingState } from './looking/looking.commands.ts';
import { OwnLooking } from './looking/looking.schema.ts';
import { feedbackApi } from './match-feedback/match-feedback.api.ts';
import { getRun, listLatestRuns, listLeftOver, requestRun } from './matcher-runs/matcher-runs.commands.ts';
import { LeftOverPlayers, Run, RunRequest, RunWithCertificate } from './matcher-runs/matcher-runs.schema.ts';
import {
  getMatch,
  getMatchCalendar,
  listLatestMatches,
  listMatches,
  notifyMatch,
  respondToMatch,
} from './matches.commands.ts';
import * as messages from './matches.messages.ts';
import { LatestMatch, Match, MatchList, MatchResponse, PastMatches, WhoFits, WhyNot } from './matches.schema.ts';
import { partiesApi } from './parties/parties.api.ts';
import { listPastMatches } from './past-matches.commands.ts';
import { getWhoFits } from './who-fits.commands.ts';
import { getWhyNoMatch } from './why-no-match.commands.ts';

const ById = z.object({ id: z.uuid({ error: issueText(messages.matchNotFound) }) });
const RunById = z.object({ id: z.uuid({ error: 'Matching round not found.' }) });

const list = operation({
  method: 'get',
  path: '/api/matches',
  who: 'onboarded',
  summary: 'List my open and mutual matches, newest first',
  request: { query: z.object({ before: z.string().max(80).optional() }) },
  responses: { 200: json(MatchList, 'One page of matches') },
});

const listPast = operation({
  method: 'get',
  path: '/api/matches/past',
  who: 'onboarded',
  summary: 'List my past proposals, most recently ended first',
  request: { query: z.object({ before: z.string().max(80).optional() }) },
  responses: { 200: json(PastMatches, 'One page of past matches') },
});

const reasons = operation({
  method: 'get',
  path: '/api/matches/why-not',
  who: 'onboarded',
  summary: 'Explain why I have no match and what would help most',
  responses: { 200: json(WhyNot, "Why there's no match") },
});

const whoFits = operation({
  method: 'get',
  path: '/api/matches/who-fits',
  who: 'user',
  summary: 'Count the players who fit my saved profile',
  responses: { 200: json(WhoFits, 'The count and a sentence for it') },
});

const looking = operation({
  method: 'get',
  path: '/api/matches/looking',
  who: 'onboarded',
  summary: 'Get whether the matcher looks for a squad or pair for me',
  responses: { 200: json(OwnLooking, 'The state of both kinds') },
});

const latest = operation({
  method: 'get',
  path: '/api/matches/latest',
  who: 'admin',
  summary: 'List the newest 50 matches, of all players or only of some',
  request: { query: z.object({ players: PlayerIdList.optional() }) },
  responses: { 200: json(z.object({ matches: z.array(LatestMatch) }), 'Matches, newest first') },
});

const run = operation({
  method: 'post',
  path: '/api/matches/run',
  who: 'admin',
  summary: 'Request a matcher run or a rebuild',
  request: { body: body(RunRequest) },
  responses: { 202: json(z.object({ id: z.uuid() }), 'Starts within seconds; follow it by its ID') },
});

const runs = operation({
  method: 'get',
  path: '/api/matches/runs',
  who: 'admin',
  summary: 'List the newest matcher runs',
  responses: { 200: json(z.object({ runs: z.array(Run) }), 'Matches, newest first') },
});

const oneRun = operation({
  method: 'get',
  path: '/api/matches/runs/{id}',
  who: 'admin',
  summary: 'Get a matcher run with its certificate',
  request: { params: RunById },
  responses: { 200: json(RunWithCertificate, 'The matching round') },
});

const leftOver = operation({
  method: 'get',
  path: '/api/matches/runs/{id}/left-over',
  who: 'admin',
  summary: 'List the 200 left-over players who waited longest in a run',
  request: { params: RunById },
  responses: { 200: json(LeftOverPlayers, 'Players left without a match') },
});

const one = operation({
  method: 'get',
  path: '/api/matches/{id}',
  who: 'member',
  summary: 'Get one of my matches',
  request: { params: ById },
  responses: { 200: json(Match, 'The match') },
});

const respondRoute = operation({
  method: 'post',
  path: '/api/matches/{id}/response',
  who: 'member',
  surface: 'own',
  summary: 'Accept or decline a match',
  request: { params: ById, body: body(z.object({ action: MatchResponse })) },
  responses: { 200: json(Match, 'The updated match') },
});

const calendar = operation({
  method: 'get',
  path: '/api/matches/{id}/calendar.ics',
  who: 'member',
  summary: "Download a mutual match's next sessions as a calendar",
  request: { params: ById },
  responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: z.string() } } } },
});

const notify = operation({
  method: 'post',
  path: '/functions/v1/notify',
  who: 'member',
  surface: 'own',
  summary: "Send a mutual match's message once to each member",
  request: {
    body: body(z.object({ matchId: z.uuid({ error: issueText(messages.matchNotFound) }) })),
  },
  responses: { 200: json(z.object({ notified: z.number().int() }), "Number of members it's for") },
});

export const matchesApi = createApi()
  .openapi(list, async (c) => c.json(await listMatches(c.var.deps, c.var.actor!, c.req.valid('query').before), 200))
  .openapi(listPast, async (c) =>
    c.json(await listPastMatches(c.var.deps, c.var.actor!, c.req.valid('query').before), 200),
  )
  .openapi(reasons, async (c) => c.json(await getWhyNoMatch(c.var.deps, c.var.actor!), 200))
  .openapi(whoFits, async (c) => c.json(await getWhoFits(c.var.deps, c.var.actor!), 200))
  .openapi(looking, async (c) => c.json(await getLookingState(c.var.deps, c.var.actor!), 200))
  .openapi(latest, async (c) =>
    c.json({ matches: await listLatestMatches(c.var.deps, c.req.valid('query').players) }, 200),
  )
  .openapi(run, async (c) => {
    const trigger = c.req.valid('json').rebuild ? 'rebuild' : 'admin';
    return c.json(await requestRun(c.var.deps, trigger, c.var.actor!.userId), 202);
  })
  .openapi(runs, async (c) => c.json({ runs: await listLatestRuns(c.var.deps) }, 200))
  .openapi(oneRun, async (c) => c.json(await getRun(c.var.deps, c.req.valid('param').id), 200))
  .openapi(leftOver, async (c) => c.json(await listLeftOver(c.var.deps, c.req.valid('param').id), 200))
  .openapi(one, async (c) => c.json(await getMatch(c.var.deps, c.var.actor!, c.req.valid('param').id), 200))
  .openapi(respondRoute, async (c) => {
    const { action } = c.req.valid('json');
    return c.json(await respondToMatch(c.var.deps, c.var.actor!, c.req.valid('param').id, action), 200);
  })
  .openapi(calendar, async (c) => {
    const text = await getMatchCalendar(c.var.deps, c.var.actor!, c.req.valid('param').id);
    return c.text(text, 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="squad-sessions.ics"',
    });
  })
  .openapi(notify, async (c) => c.json(await notifyMatch(c.var.deps, c.var.actor!, c.req.valid('json').matchId), 200))
  .route('/', partiesApi)
  .route('/', feedbackApi);
