import { z } from '@hono/zod-openapi';
import { issueText } from '../../messages/issue-text.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import { body, createApi, DeniedResponse, ExplainDenied, json, operation, orDenied } from '../../server/http.ts';
import { ReportText } from '../moderation/moderation.schema.ts';
import * as commands from './threads.commands.ts';
import * as messages from './threads.messages.ts';
import { MessageText, NewMessage, ThreadKind, ThreadMessage, ThreadPage } from './threads.schema.ts';

const DoneResponse = z.object({ message: z.string() });
const NUMBER = issueText(messages.messageNumberInvalid);
const MAX_SEQ = 2 ** 31 - 1;
const seq = z.coerce.number({ error: NUMBER }).int(NUMBER).min(1, NUMBER).max(MAX_SEQ, NUMBER);
const ThreadId = z.object({ id: z.uuid({ error: issueText(messages.chatNotFound) }) });
const MessageId = ThreadId.extend({ seq });

const readThreadOperation = operation({
  method: 'get',
  path: '/api/threads/{kind}/{id}',
  who: 'member',
  summary: 'Get a page of a chat (squad, application or booking)',
  request: {
    params: ThreadId.extend({ kind: ThreadKind }),
    query: ExplainDenied.extend({ from: seq.optional(), before: seq.optional() }),
  },
  responses: { 200: json(ThreadPage.or(DeniedResponse), 'The chat’s members and messages') },
});

const write = operation({
  method: 'post',
  path: '/api/threads/{id}/messages',
  who: 'member',
  surface: 'threads',
  summary: 'Send a message (idempotent by client id)',
  request: { params: ThreadId, body: body(NewMessage) },
  responses: { 200: json(ThreadMessage, 'The message with its number') },
});

const edit = operation({
  method: 'patch',
  path: '/api/threads/{id}/messages/{seq}',
  who: 'member',
  surface: 'threads',
  summary: 'Edit my message within 15 minutes',
  request: { params: MessageId, body: body(z.object({ text: MessageText })) },
  responses: { 200: json(ThreadMessage, 'The message as it is now') },
});

const remove = operation({
  method: 'delete',
  path: '/api/threads/{id}/messages/{seq}',
  who: 'member',
  surface: 'own',
  summary: 'Delete my message within 15 minutes, or any as captain',
  request: { params: MessageId },
  responses: { 200: json(DoneResponse, 'The message is deleted') },
});

const report = operation({
  method: 'post',
  path: '/api/threads/{id}/messages/{seq}/report',
  who: 'member',
  surface: 'own',
  summary: 'Report a message to the moderators',
  request: { params: MessageId, body: body(ReportText) },
  responses: { 200: json(DoneResponse, 'A moderator will review it') },
});

const markRead = operation({
  method: 'put',
  path: '/api/threads/{id}/read',
  who: 'member',
  surface: 'own',
  summary: 'Mark a chat as read up to a message',
  request: {
    params: ThreadId,
    body: body(z.object({ seq: z.int({ error: NUMBER }).min(1, NUMBER).max(MAX_SEQ, NUMBER) })),
  },
  responses: { 200: json(DoneResponse, 'The chat is marked as read') },
});

const mute = operation({
  method: 'put',
  path: '/api/threads/{id}/mutes/{user}',
  who: 'member',
  surface: 'own',
  summary: 'Mute or unmute another member for myself',
  request: {
    params: ThreadId.extend({ user: z.uuid({ error: issueText(messages.memberNotFound) }) }),
    body: body(z.object({ muted: z.boolean({ error: issueText(messages.muteInvalid) }) })),
  },
  responses: { 200: json(DoneResponse, 'The mute is saved; no one is notified') },
});

export const threadsApi = createApi()
  .openapi(readThreadOperation, async (c) => {
    const { kind, id } = c.req.valid('param');
    const query = c.req.valid('query');
    const threadPromise = commands.readThread(c.var.deps, c.var.actor!, { kind, subjectId: id }, query);
    return c.json(await orDenied(query, threadPromise), 200);
  })
  .openapi(write, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await commands.writeMessage(c.var.deps, c.var.actor!, id, c.req.valid('json')), 200);
  })
  .openapi(edit, async (c) => {
    const { id: threadId, seq } = c.req.valid('param');
    const { text } = c.req.valid('json');
    return c.json(await commands.editMessage(c.var.deps, c.var.actor!, { threadId, seq }, text), 200);
  })
  .openapi(remove, async (c) => {
    const { id: threadId, seq } = c.req.valid('param');
    await commands.removeMessage(c.var.deps, c.var.actor!, { threadId, seq });
    return c.json({ message: readerTranslator(messages.messageDeletedToast) }, 200);
  })
  .openapi(report, async (c) => {
    const { id: threadId, seq } = c.req.valid('param');
    await commands.reportMessage(c.var.deps, c.var.actor!, { threadId, seq }, c.req.valid('json'));
    return c.json({ message: readerTranslator(messages.messageReportedToast) }, 200);
  })
  .openapi(markRead, async (c) => {
    const { id: threadId } = c.req.valid('param');
    await commands.markRead(c.var.deps, c.var.actor!, { threadId, seq: c.req.valid('json').seq });
    return c.json({ message: readerTranslator(messages.markedAsRead) }, 200);
  })
  .openapi(mute, async (c) => {
    const { id: threadId, user: mutedId } = c.req.valid('param');
    const { muted } = c.req.valid('json');
    await commands.muteMember(c.var.deps, c.var.actor!, { threadId, mutedId, muted });
    return c.json({ message: readerTranslator(muted ? messages.mutedToast : messages.unmutedToast) }, 200);
  });
