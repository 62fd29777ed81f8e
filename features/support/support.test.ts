import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailSandbox, startMailSandbox } from '../../integrations/mail/mail.sandbox.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { eraseDueAccounts } from '../accounts/account-deletion.commands.ts';
import { type CreatedUser, makeUser, openSession } from '../accounts/accounts.factory.ts';
import { prepareExport } from '../accounts/own-data/own-data.commands.ts';
import { exportContent } from '../accounts/own-data/own-data.queries.ts';
import { limits } from '../accounts/rate-limits.rules.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import type { Conversation, DeskPage, DeskRequest, RequestPage } from './support.schema.ts';
import { cleanUpRequests } from './support-cleanup.commands.ts';
import { SUPPORT_EMAIL_JOB, type SupportEmailJob, sendSupportEmail } from './support-sending.commands.ts';

const NOON = new Date('2027-03-03T12:00:00Z');
const ORDER = '8d2e4523-0a5e-4a52-8d2b-0d6f5a2f0001';

let context: TestContext;
let sandbox: MailSandbox;
let admin: CreatedUser;
let me: CreatedUser;

beforeAll(async () => {
  sandbox = await startMailSandbox();
  context = await openTestContext({ SMTP_URL: sandbox.url, ORIGIN: 'http://localhost:5300' });
});
afterAll(async () => {
  await context.close();
  await sandbox.close();
});
beforeEach(async () => {
  context.setNow(NOON);
  await context.deps.db.execute(sql`truncate auth.users, support_requests cascade`);
  await context.deps.db.execute(sql`truncate auth.rate_limits, admin_audit_logs`);
  context.sent.length = 0;
  admin = await makeAdmin(context.deps);
  me = await makeUser(context.deps);
});

/** Moves the clock. Sessions would end, so both sides sign in again. */
async function moveTo(ms: number): Promise<void> {
  context.setNow(new Date(NOON.getTime() + ms));
  for (const each of [me, admin]) each.accessToken = await openSession(context.deps, each.userId);
  await context.deps.db.execute(sql`truncate auth.rate_limits`);
}

type Asked = { ip?: string; language?: string };
type Call = { who: CreatedUser | undefined; method: string; path: string; body?: unknown } & Asked;
const ask = (who: CreatedUser | undefined, method: string, path: string, body?: unknown) =>
  call({ who, method, path, body });
async function call({ who, method, path, body, ip, language }: Call) {
  const response = await context.app.request(
    path,
    {
      method,
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': language ?? 'en',
        ...(who ? { Authorization: `Bearer ${who.accessToken}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: ip ?? '203.0.113.5' } } },
  );
  return { status: response.status, body: await response.json() };
}

const toRequest = (more: object = {}) => ({ id: randomUUID(), topic: 'money', text: 'Where is my refund?', ...more });
async function create(more: object = {}, who = me): Promise<string> {
  const answer = await ask(who, 'POST', '/api/support/requests', toRequest(more));
  expect(answer.status).toBe(200);
  return answer.body.id;
}
const createAsVisitor = (more: object = {}, asked: Asked = {}) =>
  call({
    who: undefined,
    method: 'POST',
    path: '/api/support/visitors',
    body: toRequest({ email: 'Ann@Example.test', ...more }),
    ...asked,
  });
const read = async (id: string, who = me): Promise<Conversation> =>
  (await ask(who, 'GET', `/api/support/requests/${id}`)).body;
const readDesk = async (query = ''): Promise<DeskPage> => (await ask(admin, 'GET', `/api/admin/support${query}`)).body;
const readOnDesk = async (id: string): Promise<DeskRequest> =>
  (await ask(admin, 'GET', `/api/admin/support/${id}`)).body;
async function answer(id: string, more: object = {}) {
  const { version } = await readOnDesk(id);
  const body = { id: randomUUID(), text: 'It is on its way.', state: 'answered', version, ...more };
  return ask(admin, 'POST', `/api/admin/support/${id}/answers`, body);
}
const sendReply = (id: string, more: object = {}, who = me) =>
  ask(who, 'POST', `/api/support/requests/${id}/messages`, { id: randomUUID(), text: 'Thanks!', ...more });

async function sendEmails(): Promise<void> {
  const jobs = context.sent.filter(({ name }) => name === SUPPORT_EMAIL_JOB);
  for (const { data } of jobs) await sendSupportEmail(context.deps, data as SupportEmailJob);
}
type Received = { subject: string; text: string; headers: Record<string, string>; to: string[] | string };
async function readReceived(to: string): Promise<Received[]> {
  const response = await sandbox.app.request(`/messages.json?to=${encodeURIComponent(to)}`);
  return ((await response.json()) as { messages: Received[] }).messages;
}
async function readInbox(who = me) {
  const { body } = await ask(who, 'GET', '/api/notifications');
  return body.items as { title: string; address: string }[];
}
const listAudit = async () =>
  (
    await context.deps.db.execute<{ action: string; after: unknown }>(
      sql`select action, after from admin_audit_logs where target_type = 'support_request' order by created_at`,
    )
  ).rows;

describe('a support request from a user', () => {
  it("reaches the support desk with its context and appears in the user's own list", async () => {
    const page = '/protocol/party/0123456789abcdef0123456789abcdef';
    const id = await create({ about: { kind: 'order', id: ORDER }, page, error_reference: 'req-17' });
    expect(await readOnDesk(id)).toMatchObject({
      topic: 'money',
      state: 'open',
      about: { kind: 'order', id: ORDER },
      page: '/protocol/party/…',
      error_reference: 'req-17',
      person: { id: me.userId },
      visitor_email: null,
      messages: [{ author: 'person', text: 'Where is my refund?', email: null }],
    });
    const own: RequestPage = (await ask(me, 'GET', '/api/support/requests')).body;
    expect(own).toMatchObject({ requests: [{ id, state: 'open', excerpt: 'Where is my refund?' }], next: null });
  });

  it('is emailed to the user only if they want a copy', async () => {
    await create();
    expect(context.sent.some(({ name }) => name === SUPPORT_EMAIL_JOB)).toBe(false);
    await create({ copy: true, text: 'Here is\nmy copy.' });
    await sendEmails();
    const [copy, ...others] = await readReceived(me.email);
    expect(others).toEqual([]);
    expect(copy?.subject).toBe('We got your message');
    expect(copy?.text).toContain('my copy.');
  });

  it('is stored once when the client sends it again', async () => {
    const request = toRequest();
    for (const _ of [1, 2]) {
      expect((await ask(me, 'POST', '/api/support/requests', request)).body).toEqual({ id: request.id });
    }
    expect((await readDesk()).counts.open).toBe(1);
    expect((await read(request.id)).messages).toHaveLength(1);
  });

  it.each([
    ['without a topic', { topic: '' }, 'Choose a topic.'],
    ['without a message', { text: ' \n ' }, 'Enter a message.'],
    ['with too long a message', { text: 'x'.repeat(4_001) }, 'Use at most 4,000 characters.'],
    ['about something unknown', { about: { kind: 'planet', id: ORDER } }, 'What this is about isn'],
    ['about another site', { page: '//evil.example/x' }, 'What this is about isn'],
  ])('is refused %s', async (_, more, message) => {
    const refused = await ask(me, 'POST', '/api/support/requests', toRequest(more));
    expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining(message)]);
  });

  it('notifies the admins when no other request is waiting', async () => {
    await create();
    await create();
    expect((await readInbox(admin)).filter(({ title }) => title === 'New support request')).toHaveLength(1);
  });

  it('is refused once the hourly limit is reached', async () => {
    for (let time = 0; time < limits.supportRequests.points; time++) await create();
    const refused = await ask(me, 'POST', '/api/support/requests', toRequest());
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many']);
    expect(refused.body.error.message).toMatch(/Try again in \d+ minutes\./);
  });

  it('is open to banned users and to users whose account deletion is scheduled', async () => {
    await context.deps.database.pool.query(
      `insert into ban_list (user_id, scope, reason, created_at) values ($1, 'all', 'Test', now())`,
      [me.userId],
    );
    await create();
    await context.deps.db.execute(sql`update auth.users set delete_after = now() + interval '10 days'`);
    const id = await create();
    expect((await sendReply(id)).status).toBe(200);
    expect((await read(id)).messages).toHaveLength(2);
  });

  it('is listed page by page, most recently changed first', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 12; number++) {
      await moveTo(number * HOUR_MS);
      ids.unshift(await create());
    }
    const first: RequestPage = (await ask(me, 'GET', '/api/support/requests')).body;
    const second: RequestPage = (
      await ask(me, 'GET', `/api/support/requests?before=${encodeURIComponent(first.next!)}`)
    ).body;
    expect([...first.requests, ...second.requests].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
    expect((await ask(me, 'GET', '/api/support/requests?before=nonsense')).status).toBe(422);
  });
});

describe('a support request from a visitor', () => {
  const keyOf = async () => {
    await sendEmails();
    const [mail] = await readReceived('ann@example.test');
    const [, id, key] = /\/help-support\/([0-9a-f-]{36})#([0-9a-f-]{36})/.exec(mail!.text)!;
    return { id: id!, key: key!, mail: mail! };
  };

  it('gets a confirmation email that quotes nothing and links to the chat', async () => {
    const sent = await createAsVisitor({ text: 'BUY CHEAP COINS at https://evil.example' }, { language: 'fr' });
    expect(sent.status).toBe(200);
    const { id, key, mail } = await keyOf();
    expect(id).toBe(sent.body.id);
    expect(mail.text).not.toContain('evil.example');
    expect(mail.text).toContain('Planet Crew');
    const found = await ask(undefined, 'POST', `/api/support/visitors/${id}`, { key });
    expect(found.body).toMatchObject({ id, state: 'open', messages: [{ author: 'person' }] });
    await context.deps.db.execute(sql`truncate auth.rate_limits`);
  });

  it('can be continued and marked as solved only with the key from the email', async () => {
    const email = `bea-${randomUUID()}@example.test`;
    const { id } = (await createAsVisitor({ email })).body;
    await sendEmails();
    const [mail] = await readReceived(email);
    const [, key] = /#([0-9a-f-]{36})/.exec(mail!.text)!;
    const otherKey = randomUUID();
    const message = { id: randomUUID(), text: 'One more thing.' };
    for (const [path, body] of [
      ['', {}],
      ['/messages', message],
      ['/solved', {}],
    ] as const) {
      const address = `/api/support/visitors/${id}${path}`;
      expect((await ask(undefined, 'POST', address, { ...body, key: otherKey })).status).toBe(404);
      // A signed-in user who isn't the owner can't open it either, even if the address belongs to their account.
      expect((await ask(me, 'POST', address, { ...body, key: otherKey })).status).toBe(404);
      expect((await ask(undefined, 'POST', address, { ...body, key })).status).toBe(200);
    }
    expect(await readOnDesk(id)).toMatchObject({ state: 'closed', visitor_email: email, person: null });
    expect((await ask(me, 'GET', `/api/support/requests/${id}`)).status).toBe(404);
  });

  it('gets the same response and email whether or not there is an account with this address', async () => {
    const known = await createAsVisitor({ email: me.email });
    const unknown = await createAsVisitor({ email: 'nobody@example.test' });
    expect([known.status, Object.keys(known.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
    await sendEmails();
    const [first] = await readReceived(me.email);
    const [second] = await readReceived('nobody@example.test');
    const withoutLink = (mail: Received | undefined) => mail?.text.replaceAll(/[0-9a-f-]{36}/g, '');
    expect(withoutLink(first)).toBe(withoutLink(second));
    // The request isn't linked to the account, because anyone could have typed the address.
    expect((await ask(me, 'GET', '/api/support/requests')).body.requests).toEqual([]);
    expect(await readInbox()).toEqual([]);
  });

  it.each([
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example, c@d.example',
    'Ann <a@b.example>',
    'a@b',
    '',
    'a b@c.example',
  ])('is refused with the address %j', async (email) => {
    const refused = await createAsVisitor({ email });
    expect([refused.status, refused.body.error.field]).toEqual([422, 'email']);
  });

  it('is limited per network, and never sends more than three confirmations a day to an address', async () => {
    for (let time = 0; time < limits.supportAddress.points; time++) {
      expect((await createAsVisitor({ email: 'target@example.test' }, { ip: '198.51.100.9' })).status).toBe(200);
    }
    expect((await createAsVisitor({}, { ip: '198.51.100.9' })).status).toBe(429);
    expect((await createAsVisitor({}, { ip: '198.51.100.10' })).status).toBe(200);
    await sendEmails();
    expect(await readReceived('target@example.test')).toHaveLength(limits.supportEmails.points);
  });
});

describe('an answer from support', () => {
  it("is emailed and shown in the inbox and the chat, without the admin's name", async () => {
    const id = await create();
    expect((await answer(id)).status).toBe(200);
    await sendEmails();
    const [mail] = await readReceived(me.email);
    expect(mail?.subject).toBe('Planet Crew support answered');
    expect(mail?.text).toContain('It is on its way.');
    expect(mail?.text).toContain(`/help-support/${id}`);
    expect(await readInbox()).toMatchObject([{ title: 'Support answered you', address: `/help-support/${id}` }]);
    const conversation = await read(id);
    expect(conversation).toMatchObject({ state: 'answered', messages: [{ author: 'person' }, { author: 'team' }] });
    expect(JSON.stringify(conversation)).not.toContain(admin.userId);
    expect(await readOnDesk(id)).toMatchObject({
      taken_by: { id: admin.userId },
      messages: [{}, { email: 'sent', written_by: { id: admin.userId } }],
    });
  });

  it('is emailed once, even if the job runs again', async () => {
    const id = await create();
    await answer(id);
    await sendEmails();
    await sendEmails();
    expect(await readReceived(me.email)).toHaveLength(1);
  });

  it('can be a question, which makes the request wait for the requester', async () => {
    const id = await create();
    await answer(id, { state: 'waiting', text: 'Which order?' });
    expect((await read(id)).state).toBe('waiting');
    expect(await readInbox()).toMatchObject([{ title: 'Support has a question for you' }]);
    await sendReply(id, { text: 'The last one.' });
    expect((await read(id)).state).toBe('open');
  });

  it('is refused when the user has sent another message since', async () => {
    const id = await create();
    const { version } = await readOnDesk(id);
    await sendReply(id);
    expect((await answer(id, { version })).status).toBe(409);
    expect((await answer(id)).status).toBe(200);
  });

  it('is stored once when it is sent again', async () => {
    const id = await create();
    const { version } = await readOnDesk(id);
    const same = { id: randomUUID(), version };
    expect((await answer(id, same)).status).toBe(200);
    expect((await answer(id, same)).status).toBe(200);
    expect((await read(id)).messages).toHaveLength(2);
  });

  it('is marked as failed on the desk when it could not be delivered', async () => {
    const { id } = (await createAsVisitor({ email: 'no-mailbox@bounce.test' })).body;
    await context.deps.db.execute(sql`update support_requests set visitor_email = '' where id = ${id}`);
    await answer(id);
    await sendEmails();
    expect((await readOnDesk(id)).messages.at(-1)).toMatchObject({ email: 'failed' });
  });
});

describe('the requester', () => {
  it('can mark a request as solved, and reopen it by writing again', async () => {
    const id = await create();
    await answer(id);
    expect((await ask(me, 'POST', `/api/support/requests/${id}/solved`)).status).toBe(200);
    expect((await read(id)).state).toBe('closed');
    await sendReply(id, { text: 'It came back.' });
    expect((await read(id)).state).toBe('open');
  });

  it("never sees other people's requests", async () => {
    const id = await create();
    const other = await makeUser(context.deps);
    expect((await ask(other, 'GET', `/api/support/requests/${id}`)).status).toBe(404);
    expect((await sendReply(id, {}, other)).status).toBe(404);
    expect((await ask(other, 'POST', `/api/support/requests/${id}/solved`)).status).toBe(404);
  });

  it("stores a reply once when it's sent twice, and refuses replies once the chat is full", async () => {
    const id = await create();
    const same = { id: randomUUID() };
    await sendReply(id, same);
    await sendReply(id, same);
    expect((await read(id)).messages).toHaveLength(2);
    await context.deps.db.execute(sql`
      insert into support_messages (request_id, user_id, author, body, created_at)
      select ${id}, ${me.userId}, 'person', 'Again', now() from generate_series(1, 98)`);
    expect((await sendReply(id)).status).toBe(409);
  });
});

describe('the support desk', () => {
  it('pages through open requests, longest-waiting first', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 30; number++) {
      await moveTo(number * MINUTE_MS);
      ids.push(await create());
    }
    const first = await readDesk();
    const second = await readDesk(`?after=${encodeURIComponent(first.next!)}`);
    expect(first.requests).toHaveLength(25);
    expect([...first.requests, ...second.requests].map(({ id }) => id)).toEqual(ids);
    expect([second.next, second.counts]).toEqual([null, { open: 30, waiting: 0, answered: 0 }]);
    expect((await ask(admin, 'GET', '/api/admin/support?after=nonsense')).status).toBe(422);
  });

  it('keeps a request in its place when the requester writes again', async () => {
    const first = await create();
    await moveTo(HOUR_MS);
    const second = await create();
    await moveTo(2 * HOUR_MS);
    await sendReply(first);
    expect((await readDesk()).requests.map(({ id }) => id)).toEqual([first, second]);
  });

  it('assigns requests, hides notes from the requester and logs actions without their text', async () => {
    const id = await create();
    const put = (path: string, body: object) => ask(admin, 'PUT', `/api/admin/support/${id}/${path}`, body);
    await put('assignment', { mine: true });
    expect((await readOnDesk(id)).taken_by).toMatchObject({ id: admin.userId });
    await put('assignment', { mine: false });
    expect((await readOnDesk(id)).taken_by).toBeNull();
    await ask(admin, 'POST', `/api/admin/support/${id}/notes`, { id: randomUUID(), text: 'Third time this week.' });
    expect((await readOnDesk(id)).notes).toMatchObject([{ text: 'Third time this week.' }]);
    expect(JSON.stringify(await read(id))).not.toContain('Third time');
    const { version } = await readOnDesk(id);
    await put('state', { state: 'closed', version });
    expect((await put('state', { state: 'open', version })).status).toBe(409);
    await answer(id);
    const audit = await listAudit();
    expect(audit.map(({ action }) => action)).toEqual([
      'take_support',
      'release_support',
      'note_support',
      'set_support_state',
      'answer_support',
    ]);
    expect(JSON.stringify(audit)).not.toMatch(/Third time|on its way|refund/);
  });

  it('lists requests by state', async () => {
    const [open, closed] = [await create(), await create()];
    await answer(closed, { state: 'closed' });
    expect((await readDesk()).requests.map(({ id }) => id)).toEqual([open]);
    expect((await readDesk('?state=closed')).requests.map(({ id }) => id)).toEqual([closed]);
  });
});

describe('old support requests', () => {
  const signal = new AbortController().signal;
  const passDays = async (days: number) => {
    await moveTo(days * DAY_MS + HOUR_MS);
    await cleanUpRequests(context.deps, signal);
  };

  it('are closed after two weeks without a message from the requester, and deleted a year later', async () => {
    const [open, answered] = [await create(), await create()];
    await answer(answered);
    await passDays(13);
    expect((await read(answered)).state).toBe('answered');
    await passDays(14);
    expect([(await read(open)).state, (await read(answered)).state]).toEqual(['open', 'closed']);
    await passDays(14 + 364);
    const count = () => context.deps.db.execute(sql`select id from support_requests`);
    expect((await count()).rows).toHaveLength(2);
    await passDays(14 + 366);
    expect((await count()).rows).toEqual([{ id: open }]);
  });
});

describe('the support data of an account', () => {
  it("includes its chats, but no internal notes and no one else's data", async () => {
    const player = await makePlayer(context.deps);
    const id = await create({ text: 'Mine alone.' }, player);
    await answer(id, { text: 'Answer to them.' });
    await ask(admin, 'POST', `/api/admin/support/${id}/notes`, { id: randomUUID(), text: 'A secret note.' });
    const readExport = async (userId: string) => {
      await context.deps.db.execute(sql`
        insert into auth.data_exports (user_id, state, done, total, requested_at)
        values (${userId}, 'waiting', 0, 0, ${NOON.toISOString()})`);
      await prepareExport(context.deps, { userId });
      return (await exportContent(context.deps.db, userId))!;
    };
    const own = await readExport(player.userId);
    expect(own).toContain('Mine alone.');
    expect(own).toContain('Answer to them.');
    expect(own).not.toContain('A secret note.');
    expect(await readExport(admin.userId)).not.toMatch(/Mine alone|Answer to them|A secret note/);
  });

  it("is deleted with the account, while a deleted admin's answers stay without a name", async () => {
    const id = await create({ text: 'Erase me.' });
    const other = await makeUser(context.deps);
    const kept = await create({}, other);
    await answer(kept);
    await context.deps.db.execute(
      sql`update auth.users set delete_after = ${NOON.toISOString()} where id in (${me.userId}, ${admin.userId})`,
    );
    expect(await eraseDueAccounts(context.deps)).toBe(2);
    const { rows } = await context.deps.db.execute(sql`select id, taken_by from support_requests`);
    expect(rows).toEqual([{ id: kept, taken_by: null }]);
    const texts = await context.deps.db.execute(sql`select body from support_messages where request_id = ${id}`);
    expect(texts.rows).toEqual([]);
    expect((await read(kept, other)).messages).toHaveLength(2);
  });
});
