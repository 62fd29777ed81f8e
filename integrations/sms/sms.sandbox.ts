import { Hono } from 'hono';
import { html } from 'hono/html';
import { sandboxPage } from '../sandbox-page.ts';

const KEPT = 500;

/** Numbers that make the vendor fail, as Twilio's own test numbers do, and one that is put off. */
const SENTINELS: Record<string, { status: 400 | 429; body: object }> = {
  '+15005550001': {
    status: 400,
    body: { code: 21211, message: "The 'To' number is not a valid phone number.", status: 400 },
  },
  '+15005550004': {
    status: 400,
    body: { code: 21610, message: 'Attempt to send to unsubscribed recipient', status: 400 },
  },
  '+15005550009': { status: 429, body: { code: 20429, message: 'Too Many Requests', status: 429 } },
};

/** A number whose owner answers the first message with STOP; the vendor then takes no more for it. */
const STOPS = '+15005550005';
const STOPPED = SENTINELS['+15005550004']!;

type Sms = { sid: string; to: string; from: string; body: string; sentAt: string };

/** Twilio's Messages resource, with an inbox of all text messages and a read-back endpoint. */
export function smsSandbox(): Hono {
  const messages: Sms[] = [];
  return new Hono()
    .get('/', (c) => c.html(inboxPage(messages)))
    .get('/messages.json', (c) => c.json({ messages: messages.filter(({ to }) => to === (c.req.query('to') ?? to)) }))
    .post('/2010-04-01/Accounts/:account/Messages.json', async (c) => {
      if (!c.req.header('Authorization')?.startsWith('Basic ')) return c.json({ code: 20003, status: 401 }, 401);
      const form = await c.req.parseBody();
      const to = String(form.To ?? '');
      const stopped = to === STOPS && messages.some((message) => message.to === STOPS);
      const failure = stopped ? STOPPED : SENTINELS[to];
      if (failure) return c.json(failure.body, failure.status);
      const sid = `SM${crypto.randomUUID().replaceAll('-', '')}`;
      const sentAt = new Date().toISOString();
      messages.unshift({ sid, to, from: String(form.From ?? ''), body: String(form.Body ?? ''), sentAt });
      messages.length = Math.min(messages.length, KEPT);
      return c.json({ sid, status: 'queued', to, date_created: sentAt }, 201);
    });
}

function inboxPage(messages: Sms[]) {
  const rows = messages.map(
    ({ to, body, sentAt }) => html`<li><strong>To ${to}</strong> <small>${sentAt}</small><pre>${body}</pre></li>`,
  );
  return sandboxPage(
    'Text messages of the demonstration',
    html`<p>Demonstration: nothing leaves this server. All text messages end up here.</p>
      <h1>Text messages</h1>
      ${rows.length ? html`<ul>${rows}</ul>` : html`<p>No messages yet.</p>`}`,
  );
}
