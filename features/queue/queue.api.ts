import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { issueText } from '../../messages/issue-text.ts';
import { type ApiEnv, body, createApi, json, operation } from '../../server/http.ts';
import { joinQueue, leaveQueue, stayInQueue } from './queue.commands.ts';
import * as messages from './queue.messages.ts';
import {
  CheckAnswerInput,
  CheckTokenInput,
  CheckTokenResult,
  CheckVersion,
  JoinInput,
  QueueConsole,
  QueueState,
  QueueSwitch,
  TicketRef,
} from './queue.schema.ts';
import { answerCheck, answerCheckByToken, recordCheckShown } from './queue-answers.commands.ts';
import { getQueueConsole, setQueueSwitch } from './queue-console.commands.ts';
import { getQueueState } from './queue-views.commands.ts';

const ById = z.object({ id: z.uuid({ error: issueText(messages.checkNotFound) }) });
const state = json(QueueState, 'Your live queue status');

const readQueueOperation = operation({
  method: 'get',
  path: '/api/queue',
  // Users without a published profile get no error, because it would show up in the browser console on every page.
  who: 'user',
  summary: 'Get my live queue status',
  responses: { 200: state },
});

const join = operation({
  method: 'post',
  path: '/api/queue',
  who: 'onboarded',
  surface: 'queue',
  summary: 'Join the live queue for now or tonight',
  request: { body: body(JoinInput) },
  responses: { 200: state },
});

const leaveOperation = operation({
  method: 'post',
  path: '/api/queue/leave',
  who: 'onboarded',
  surface: 'own',
  summary: 'Leave the live queue with everyone queuing with me',
  request: { body: body(TicketRef) },
  responses: { 200: state },
});

const confirmPresence = operation({
  method: 'post',
  path: '/api/queue/still',
  who: 'onboarded',
  surface: 'own',
  summary: "Confirm that I'm still there",
  request: { body: body(TicketRef) },
  responses: { 200: state },
});

const markShown = operation({
  method: 'post',
  path: '/api/queue/checks/{id}/shown',
  who: 'member',
  surface: 'own',
  summary: 'Report that a ready check is on my screen',
  request: { params: ById, body: body(CheckVersion) },
  responses: { 200: state },
});

const answer = operation({
  method: 'post',
  path: '/api/queue/checks/{id}/answer',
  who: 'member',
  surface: 'own',
  summary: 'Answer a ready check',
  request: { params: ById, body: body(CheckAnswerInput) },
  responses: { 200: state },
});

const answerByToken = operation({
  method: 'post',
  path: '/api/queue/checks/{id}/answer-by-token',
  who: 'visitor',
  summary: 'Answer a ready check from a notification',
  request: { params: ById, body: body(CheckTokenInput) },
  responses: { 200: json(CheckTokenResult, 'Result') },
});

const getConsole = operation({
  method: 'get',
  path: '/api/admin/live-queue',
  who: 'admin',
  summary: 'Get the state of the live queue',
  responses: { 200: json(QueueConsole, 'The queue') },
});

const switchQueue = operation({
  method: 'post',
  path: '/api/admin/live-queue/switch',
  who: 'admin',
  summary: 'Pause or resume the live queue',
  request: { body: body(QueueSwitch) },
  responses: { 200: json(QueueConsole, 'The queue') },
});

/** Responds with the caller's status after a change. */
async function respond(c: Context<ApiEnv>, work: Promise<unknown>) {
  await work;
  return c.json(await getQueueState(c.var.deps, c.var.actor!), 200);
}

export const queueApi = createApi()
  .openapi(readQueueOperation, async (c) => c.json(await getQueueState(c.var.deps, c.var.actor!), 200))
  .openapi(join, (c) => respond(c, joinQueue(c.var.deps, c.var.actor!, c.req.valid('json'))))
  .openapi(leaveOperation, (c) => respond(c, leaveQueue(c.var.deps, c.var.actor!, c.req.valid('json'))))
  .openapi(confirmPresence, (c) => respond(c, stayInQueue(c.var.deps, c.var.actor!, c.req.valid('json'))))
  .openapi(markShown, (c) =>
    respond(c, recordCheckShown(c.var.deps, c.var.actor!, { id: c.req.valid('param').id, ...c.req.valid('json') })),
  )
  .openapi(answer, (c) =>
    respond(c, answerCheck(c.var.deps, c.var.actor!, { id: c.req.valid('param').id, ...c.req.valid('json') })),
  )
  .openapi(answerByToken, async (c) => {
    const sentence = await answerCheckByToken(c.var.deps, { id: c.req.valid('param').id, ...c.req.valid('json') });
    return c.json({ sentence }, 200);
  })
  .openapi(getConsole, async (c) => c.json(await getQueueConsole(c.var.deps), 200))
  .openapi(switchQueue, async (c) => {
    await setQueueSwitch(c.var.deps, c.var.actor!, c.req.valid('json'));
    return c.json(await getQueueConsole(c.var.deps), 200);
  });
