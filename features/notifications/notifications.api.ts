import { z } from '@hono/zod-openapi';
import { paths } from '../../content/paths.ts';
import { issueText } from '../../messages/issue-text.ts';
import { body, createApi, json, operation, respondWithText } from '../../server/http.ts';
import { CHANNELS } from './channels.schema.ts';
import { connectionsApi } from './connections/connections.api.ts';
import {
  changePreference,
  changeSettings,
  readInbox,
  readInboxCounts,
  readMessages,
  readPreferences,
  reopenChannel,
  unsubscribe,
} from './notifications.commands.ts';
import * as messages from './notifications.messages.ts';
import {
  Inbox,
  InboxCounts,
  InboxView,
  LinkedKinds,
  PreferenceChange,
  Preferences,
  SettingsChange,
  UnreadCount,
} from './notifications.schema.ts';
import { pushApi } from './push/push.api.ts';
import { handleSmsStatusWebhook } from './sms-status.commands.ts';

const Done = z.object({ ok: z.literal(true) });

const inbox = operation({
  method: 'get',
  path: '/api/notifications',
  who: 'user',
  summary: 'List my inbox messages',
  request: { query: z.object({ before: z.string().max(80).optional(), view: InboxView.optional() }) },
  responses: { 200: json(Inbox, 'One page of messages') },
});

const unread = operation({
  method: 'get',
  path: '/api/notifications/unread',
  who: 'user',
  // The header requests this on every page, including the account deletion page.
  whileLeaving: true,
  summary: 'Count my unread and unanswered messages',
  responses: { 200: json(InboxCounts, 'How many are unread and how many need an answer') },
});

const read = operation({
  method: 'post',
  path: '/api/notifications/read',
  who: 'user',
  surface: 'own',
  summary: 'Mark messages as read',
  request: { body: body(z.object({ ids: z.array(z.uuid()).max(100).optional() })) },
  responses: { 200: json(UnreadCount, 'Marked as read; how many are left unread') },
});

const preferences = operation({
  method: 'get',
  path: '/api/notifications/preferences',
  who: 'user',
  summary: 'Show my notification preferences',
  responses: { 200: json(Preferences, 'Your choices') },
});

const choose = operation({
  method: 'put',
  path: '/api/notifications/preferences',
  who: 'user',
  surface: 'own',
  summary: 'Turn one kind on or off for one channel',
  request: { body: body(PreferenceChange) },
  responses: { 200: json(Preferences, 'Your choices') },
});

const settings = operation({
  method: 'put',
  path: '/api/notifications/settings',
  who: 'user',
  surface: 'own',
  summary: 'Change my quiet hours',
  request: { body: body(SettingsChange) },
  responses: { 200: json(Preferences, 'Your choices') },
});

const reopen = operation({
  method: 'post',
  path: '/api/notifications/channels/{channel}/reopen',
  who: 'user',
  surface: 'own',
  summary: 'Retry a channel that refused our messages',
  request: { params: z.object({ channel: z.enum(CHANNELS, { error: issueText(messages.channelUnknown) }) }) },
  responses: { 200: json(Preferences, 'Your choices') },
});

const report = operation({
  method: 'post',
  path: '/api/notifications/text-reports',
  who: 'visitor',
  summary: 'Receive the status of a text message',
  request: { query: z.object({ delivery: z.uuid({ error: issueText(messages.smsReportUnknown) }) }) },
  responses: { 200: json(Done, 'Recorded') },
});

const stop = operation({
  method: 'post',
  path: '/api/notifications/unsubscribe',
  who: 'visitor',
  summary: 'Unsubscribe with one click (RFC 8058)',
  request: {
    query: z.object({
      token: z.uuid({ error: issueText(messages.linkIncomplete) }),
      kind: LinkedKinds,
    }),
  },
  responses: { 200: json(z.object({ label: z.string() }), 'Emails of those kinds are off') },
});

const stopPage = operation({
  method: 'get',
  path: '/api/notifications/unsubscribe',
  who: 'visitor',
  summary: 'Open the unsubscribe confirmation page',
  request: { query: z.object({ token: z.string().max(100).optional(), kind: z.string().max(200).optional() }) },
  responses: { 302: { description: 'Redirects to the page' } },
});

export const notificationsApi = createApi()
  .route('/', connectionsApi)
  .route('/', pushApi)
  .openapi(inbox, async (c) =>
    respondWithText<Inbox>(c, await readInbox(c.var.deps, c.var.actor!, c.req.valid('query'))),
  )
  .openapi(unread, async (c) => c.json(await readInboxCounts(c.var.deps, c.var.actor!), 200))
  .openapi(read, async (c) => c.json(await readMessages(c.var.deps, c.var.actor!, c.req.valid('json').ids), 200))
  .openapi(preferences, async (c) => c.json(await readPreferences(c.var.deps, c.var.actor!.userId), 200))
  .openapi(choose, async (c) => c.json(await changePreference(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(settings, async (c) => c.json(await changeSettings(c.var.deps, c.var.actor!, c.req.valid('json')), 200))
  .openapi(reopen, async (c) =>
    c.json(await reopenChannel(c.var.deps, c.var.actor!, c.req.valid('param').channel), 200),
  )
  .openapi(report, async (c) => {
    const { deps } = c.var;
    const { delivery } = c.req.valid('query');
    const form = new URLSearchParams(await c.req.text());
    await handleSmsStatusWebhook(deps, delivery, form, c.req.header('X-Twilio-Signature') ?? '');
    return c.json({ ok: true as const }, 200);
  })
  .openapi(stopPage, (c) => c.redirect(paths.unsubscribe + new URL(c.req.url).search, 302))
  .openapi(stop, async (c) => {
    const { token, kind } = c.req.valid('query');
    return c.json(await unsubscribe(c.var.deps, token, kind), 200);
  });
