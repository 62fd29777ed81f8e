import { Hono } from 'hono';
import { html } from 'hono/html';
import { sandboxPage } from '../sandbox-page.ts';

const KEPT = 500;

/**
 * Names whose owners make the vendor fail: `closed-dms` takes no direct messages, `rate-limited` is put off, and
 * `outage` meets a server error.
 */
const SENTINELS: Record<string, { status: 403 | 429 | 503; body: object }> = {
  'closed-dms': { status: 403, body: { message: 'Cannot send messages to this user', code: 50007 } },
  'rate-limited': { status: 429, body: { message: 'You are being rate limited.', retry_after: 1 } },
  outage: { status: 503, body: { message: 'Service unavailable' } },
};

type Person = { username: string; scope: string };
type Message = { id: string; to: string; content: string; nonce: string | undefined; sentAt: string };

/** The vendor's sign-in page, its API as far as we use it, and an inbox of the bot's direct messages. */
export function discordSandbox(): Hono {
  const messages: Message[] = [];
  const codes = new Map<string, Person>();
  const tokens = new Map<string, Person>();
  // Its numbers are names in disguise, so that it needs no memory of accounts.
  const idOf = (username: string) => BigInt(`0x${Buffer.from(username).toString('hex') || '0'}`).toString();
  const nameOf = (id: string) => {
    const digits = BigInt(id).toString(16);
    return Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex').toString();
  };
  return new Hono()
    .get('/', (c) => c.html(inboxPage(messages)))
    .get('/messages.json', (c) => c.json({ messages: messages.filter(({ to }) => to === (c.req.query('to') ?? to)) }))
    .get('/oauth2/authorize', (c) =>
      c.html(authorizePage(c.req.query('redirect_uri') ?? '', c.req.query('state') ?? '', c.req.query('scope') ?? '')),
    )
    .post('/oauth2/authorize', async (c) => {
      const form = await c.req.parseBody();
      const back = new URL(String(form.redirect_uri));
      back.searchParams.set('state', String(form.state));
      if (form.answer === 'cancel') {
        back.searchParams.set('error', 'access_denied');
        return c.redirect(back.href);
      }
      const code = crypto.randomUUID();
      const username = String(form.username).trim().toLowerCase().slice(0, 32) || 'player';
      codes.set(code, { username, scope: String(form.scope ?? 'identify') });
      back.searchParams.set('code', code);
      return c.redirect(back.href);
    })
    .post('/api/v10/oauth2/token', async (c) => {
      const code = String((await c.req.parseBody()).code);
      const person = codes.get(code);
      codes.delete(code);
      if (!person) return c.json({ error: 'invalid_grant' }, 400);
      const token = crypto.randomUUID();
      tokens.set(token, person);
      return c.json({ access_token: token, token_type: 'Bearer', expires_in: 604800, scope: person.scope });
    })
    .get('/api/v10/users/@me', (c) => {
      const person = tokens.get(c.req.header('Authorization')?.replace('Bearer ', '') ?? '');
      if (!person) return c.json({ message: '401: Unauthorized', code: 0 }, 401);
      const { username } = person;
      const mail = person.scope.split(' ').includes('email')
        ? { email: `${username}@discord-sandbox.example`, verified: true }
        : {};
      return c.json({ id: idOf(username), username, global_name: username, ...mail });
    })
    .post('/api/v10/users/@me/channels', async (c) => {
      const { recipient_id } = await c.req.json<{ recipient_id: string }>();
      return c.json({ id: recipient_id, type: 1 });
    })
    .post('/api/v10/channels/:id/messages', async (c) => {
      const to = nameOf(c.req.param('id'));
      const failure = SENTINELS[to];
      if (failure) return c.json(failure.body, failure.status);
      const { content, nonce } = await c.req.json<{ content: string; nonce?: string }>();
      const known = nonce ? messages.find((message) => message.nonce === nonce) : undefined;
      if (known) return c.json({ id: known.id });
      const message = { id: crypto.randomUUID(), to, content, nonce, sentAt: new Date().toISOString() };
      messages.unshift(message);
      messages.length = Math.min(messages.length, KEPT);
      return c.json({ id: message.id });
    });
}

function authorizePage(redirectUri: string, state: string, scope: string) {
  return sandboxPage(
    'Connect Discord (demonstration)',
    html`<p>Demonstration: this stands in for Discord.</p>
      <h1>Planet Crew wants to know who you are</h1>
      <form method="post" class="stack">
        <input type="hidden" name="redirect_uri" value="${redirectUri}" />
        <input type="hidden" name="state" value="${state}" />
        <input type="hidden" name="scope" value="${scope}" />
        <label>Your Discord name <input name="username" value="hooper" /></label>
        <p>
          <button class="main" name="answer" value="allow">Authorize</button>
          <button name="answer" value="cancel">Cancel</button>
        </p>
      </form>`,
  );
}

function inboxPage(messages: Message[]) {
  const rows = messages.map(
    ({ to, content, sentAt }) => html`<li><strong>To ${to}</strong> <small>${sentAt}</small><pre>${content}</pre></li>`,
  );
  return sandboxPage(
    'Discord messages of the demonstration',
    html`<p>Demonstration: nothing leaves this server. Direct messages of the bot end up here.</p>
      <h1>Discord</h1>
      ${rows.length ? html`<ul>${rows}</ul>` : html`<p>No messages yet.</p>`}`,
  );
}
