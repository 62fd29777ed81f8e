import { z } from '@hono/zod-openapi';
import { body, createApi, DONE_RESPONSE, json, operation, respondDone } from '../../server/http.ts';
import { getVisit } from '../accounts/auth-protocol.api.ts';
import * as commands from './support.commands.ts';
import {
  Conversation,
  DeskAnswer,
  DeskAssignment,
  DeskNote,
  DeskPage,
  DeskQuery,
  DeskRequest,
  DeskState,
  NewReply,
  OwnNewRequest,
  RequestId,
  RequestPage,
  VisitorKey,
  VisitorNewRequest,
  VisitorReply,
} from './support.schema.ts';
import * as desk from './support-desk.commands.ts';

const Created = z.object({ id: z.uuid() });
const createdResponse = json(Created, 'The request');
const conversationResponse = json(Conversation, 'The request with its messages, oldest first');

const create = operation({
  method: 'post',
  path: '/api/support/requests',
  who: 'user',
  surface: 'own',
  whileLeaving: true,
  summary: 'Write to support',
  request: { body: body(OwnNewRequest) },
  responses: { 200: createdResponse },
});

const list = operation({
  method: 'get',
  path: '/api/support/requests',
  who: 'user',
  whileLeaving: true,
  summary: 'List my support requests',
  request: { query: z.object({ before: z.string().max(100).optional() }) },
  responses: { 200: json(RequestPage, 'One page, the one that changed last first') },
});

const read = operation({
  method: 'get',
  path: '/api/support/requests/{id}',
  who: 'owner',
  whileLeaving: true,
  summary: 'Get my support request',
  request: { params: RequestId },
  responses: { 200: conversationResponse },
});

const reply = operation({
  method: 'post',
  path: '/api/support/requests/{id}/messages',
  who: 'owner',
  surface: 'own',
  whileLeaving: true,
  summary: 'Reply to my support request',
  request: { params: RequestId, body: body(NewReply) },
  responses: { 200: DONE_RESPONSE },
});

const solve = operation({
  method: 'post',
  path: '/api/support/requests/{id}/solved',
  who: 'owner',
  surface: 'own',
  whileLeaving: true,
  summary: 'Mark my support request as solved',
  request: { params: RequestId },
  responses: { 200: DONE_RESPONSE },
});

const createAsVisitor = operation({
  method: 'post',
  path: '/api/support/visitors',
  who: 'visitor',
  summary: 'Write to support without an account',
  request: { body: body(VisitorNewRequest) },
  responses: { 200: createdResponse },
});

const readAsVisitor = operation({
  method: 'post',
  path: '/api/support/visitors/{id}',
  who: 'visitor',
  summary: 'Get a support request with the key from our email',
  request: { params: RequestId, body: body(VisitorKey) },
  responses: { 200: conversationResponse },
});

const replyAsVisitor = operation({
  method: 'post',
  path: '/api/support/visitors/{id}/messages',
  who: 'visitor',
  summary: 'Reply to a support request with the key from our email',
  request: { params: RequestId, body: body(VisitorReply) },
  responses: { 200: DONE_RESPONSE },
});

const solveAsVisitor = operation({
  method: 'post',
  path: '/api/support/visitors/{id}/solved',
  who: 'visitor',
  summary: 'Mark a support request as solved with the key from our email',
  request: { params: RequestId, body: body(VisitorKey) },
  responses: { 200: DONE_RESPONSE },
});

const deskList = operation({
  method: 'get',
  path: '/api/admin/support',
  who: 'admin',
  summary: 'List the support requests in a state',
  request: { query: DeskQuery },
  responses: { 200: json(DeskPage, 'One page: open requests oldest first, others newest first') },
});

const deskRead = operation({
  method: 'get',
  path: '/api/admin/support/{id}',
  who: 'admin',
  summary: 'Get a support request with its notes',
  request: { params: RequestId },
  responses: { 200: json(DeskRequest, 'The request with its messages and notes, oldest first') },
});

const deskAnswer = operation({
  method: 'post',
  path: '/api/admin/support/{id}/answers',
  who: 'admin',
  summary: 'Answer a support request',
  request: { params: RequestId, body: body(DeskAnswer) },
  responses: { 200: DONE_RESPONSE },
});

const deskNote = operation({
  method: 'post',
  path: '/api/admin/support/{id}/notes',
  who: 'admin',
  summary: 'Add an internal note to a support request',
  request: { params: RequestId, body: body(DeskNote) },
  responses: { 200: DONE_RESPONSE },
});

const deskState = operation({
  method: 'put',
  path: '/api/admin/support/{id}/state',
  who: 'admin',
  summary: 'Change the state of a support request',
  request: { params: RequestId, body: body(DeskState) },
  responses: { 200: DONE_RESPONSE },
});

const deskAssign = operation({
  method: 'put',
  path: '/api/admin/support/{id}/assignment',
  who: 'admin',
  summary: 'Assign a support request to myself, or release it',
  request: { params: RequestId, body: body(DeskAssignment) },
  responses: { 200: DONE_RESPONSE },
});

const ownApi = createApi()
  .openapi(create, async (c) =>
    c.json(await commands.createOwnRequest(c.var.deps, c.var.actor!, c.req.valid('json')), 200),
  )
  .openapi(list, async (c) =>
    c.json(await commands.listOwnRequests(c.var.deps, c.var.actor!, c.req.valid('query').before), 200),
  )
  .openapi(read, async (c) =>
    c.json(await commands.readConversation(c.var.deps, c.var.actor!, c.req.valid('param').id), 200),
  )
  .openapi(reply, (c) =>
    respondDone(c, commands.reply(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'))),
  )
  .openapi(solve, (c) => respondDone(c, commands.markSolved(c.var.deps, c.var.actor!, c.req.valid('param').id)));

const visitorApi = createApi()
  .openapi(createAsVisitor, async (c) =>
    c.json(await commands.createVisitorRequest(c.var.deps, getVisit(c).ip, c.req.valid('json')), 200),
  )
  .openapi(readAsVisitor, async (c) =>
    c.json(await commands.readConversation(c.var.deps, c.req.valid('json'), c.req.valid('param').id), 200),
  )
  .openapi(replyAsVisitor, (c) => {
    const { key, ...message } = c.req.valid('json');
    return respondDone(c, commands.reply(c.var.deps, { key }, c.req.valid('param').id, message));
  })
  .openapi(solveAsVisitor, (c) =>
    respondDone(c, commands.markSolved(c.var.deps, c.req.valid('json'), c.req.valid('param').id)),
  );

const deskApi = createApi()
  .openapi(deskList, async (c) => c.json(await desk.readDesk(c.var.deps, c.req.valid('query')), 200))
  .openapi(deskRead, async (c) => c.json(await desk.readDeskRequest(c.var.deps, c.req.valid('param').id), 200))
  .openapi(deskAnswer, (c) =>
    respondDone(c, desk.answerRequest(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'))),
  )
  .openapi(deskNote, (c) =>
    respondDone(c, desk.addNote(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'))),
  )
  .openapi(deskState, (c) =>
    respondDone(c, desk.setRequestState(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json'))),
  )
  .openapi(deskAssign, (c) =>
    respondDone(c, desk.assignRequest(c.var.deps, c.var.actor!, c.req.valid('param').id, c.req.valid('json').mine)),
  );

export const supportApi = createApi().route('/', ownApi).route('/', visitorApi).route('/', deskApi);
