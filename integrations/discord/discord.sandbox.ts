import { type Context, Hono } from 'hono';
import { openContractSchemas, validateContract } from '../contract-schemas.ts';
import { SANDBOX_CLIENT_ID } from './discord.client.ts';
import published from './discord.published.json' with { type: 'json' };
import { renderAuthorizePage, renderInboxPage } from './discord.sandbox-pages.ts';

const MAX_MESSAGES = 500;
const API = '/api/v10';
/** Messages a channel accepts per window, according to Discord's rate-limit headers. */
const RATE_LIMIT = { limit: 5, windowMs: 5_000 };
const SECOND_MS = 1_000;
const NONCE_MS = 5 * 60_000;
const USER_AGENT_PATTERN = /^DiscordBot \(https?:\/\/\S+, [^)\s]+\)/;
const SCOPES = ['identify', 'email', 'applications.commands'];

const createApiError = (code: number, message: string) => ({ message, code });
const CLOSED_MESSAGES_ERROR = createApiError(50007, 'Cannot send messages to this user');
const NO_MUTUAL_GUILD = createApiError(50278, 'Cannot send messages to this user due to having no mutual guilds');

/**
 * Usernames that make the sandbox fail: `closed-dms` accepts no direct messages, `stranger` never installs the app,
 * `rate-limited` gets a rate limit with a retry time, and `outage` gets a server error.
 */
const SENTINELS: Record<string, (c: Context) => Response> = {
  'closed-dms': (c) => c.json(CLOSED_MESSAGES_ERROR, 403),
  stranger: (c) => c.json(NO_MUTUAL_GUILD, 403),
  'rate-limited': (c) => respondRateLimited(c, 1),
  outage: (c) => c.json({ message: 'Service unavailable' }, 503),
};

type Person = { username: string; scope: string; redirectUri: string };
type Message = { id: string; to: string; content: string; nonce: string | undefined; sentAt: string };

/**
 * Creates a Discord sandbox: its sign-in page, the part of its API that we use, and an inbox of the bot's direct
 * messages.
 * @param redirects redirect URLs registered for the app, which the API lists when an app reads its own entry
 */
export function createDiscordSandbox({ redirects = [] }: { redirects?: string[] } = {}): Hono {
  const messages: Message[] = [];
  const codes = new Map<string, Person>();
  const tokens = new Map<string, Person>();
  /** Users who signed in without adding the app. Our bot shares no server with them. */
  const strangers = new Set<string>();
  const buckets = new Map<string, number[]>();
  const schemas = openContractSchemas(published);

  const api = new Hono()
    .use((c, next) => {
      const hasUserAgent = USER_AGENT_PATTERN.test(c.req.header('User-Agent') ?? '');
      return hasUserAgent ? next() : Promise.resolve(c.json(createApiError(40333, 'internal network error'), 403));
    })
    .use(
      validateContract(schemas, API, (c, faults) =>
        c.json(
          { ...createApiError(50035, 'Invalid Form Body'), message: `Invalid Form Body: ${faults.join('; ')}` },
          400,
        ),
      ),
    )
    .post('/oauth2/token', async (c) => {
      if (!c.req.header('Content-Type')?.startsWith('application/x-www-form-urlencoded')) {
        return c.json({ error: 'unsupported_grant_type', error_description: 'Grant type not specified' }, 400);
      }
      const form = (await c.req.parseBody()) as Record<string, string>;
      if (!isOwnClient(form, c.req.header('Authorization'))) return c.json({ error: 'invalid_client' }, 401);
      if (form.grant_type !== 'authorization_code') return c.json({ error: 'unsupported_grant_type' }, 400);
      const person = codes.get(form.code ?? '');
      codes.delete(form.code ?? '');
      if (!person || person.redirectUri !== form.redirect_uri) {
        return c.json({ error: 'invalid_grant', error_description: 'Invalid "code" in request.' }, 400);
      }
      const [token, refresh] = [crypto.randomUUID(), crypto.randomUUID()];
      tokens.set(token, person);
      const { scope } = person;
      return c.json({ token_type: 'Bearer', access_token: token, expires_in: 604_800, refresh_token: refresh, scope });
    })
    .use('/applications/@me', requireBot)
    .get('/applications/@me', (c) => c.json(createApplication(redirects)))
    .get('/users/@me', (c) => {
      const person = tokens.get(c.req.header('Authorization')?.replace('Bearer ', '') ?? '');
      if (!person) return c.json(createApiError(0, '401: Unauthorized'), 401);
      const { username } = person;
      const mail = person.scope.split(' ').includes('email')
        ? { email: `${username}@discord-sandbox.example`, verified: true }
        : {};
      return c.json({ ...toUser(toUserId(username)), flags: 0, mfa_enabled: false, locale: 'en-US', ...mail });
    })
    .use('/users/@me/channels', requireBot)
    .use('/channels/*', requireBot)
    .post('/users/@me/channels', async (c) => {
      const { recipient_id } = await c.req.json<{ recipient_id?: string }>();
      if (!recipient_id) return c.json(createApiError(50035, 'Invalid Form Body'), 400);
      return c.json({ id: toChannelId(recipient_id), type: 1, flags: 0, recipients: [toUser(recipient_id)] });
    })
    .post('/channels/:id/messages', async (c) => {
      const channel = c.req.param('id');
      const recipient = toUsername(channel.slice(0, -1));
      const failure = SENTINELS[recipient] ?? (strangers.has(recipient) ? SENTINELS.stranger : undefined);
      if (failure) return failure(c);
      const { content, nonce, enforce_nonce } = await c.req.json<{
        content?: string;
        nonce?: string;
        enforce_nonce?: boolean;
      }>();
      if (!content) return c.json(createApiError(50006, 'Cannot send an empty message'), 400);
      if (content.length > 2_000) return c.json(createApiError(50035, 'Invalid Form Body'), 400);
      const waitMs = consumeRateLimit(buckets, channel);
      if (waitMs > 0) return respondRateLimited(c, waitMs / SECOND_MS);
      const earliestNonce = Date.now() - NONCE_MS;
      const existingMessage =
        enforce_nonce && nonce
          ? messages.find(
              (one) => one.nonce === nonce && one.to === recipient && Date.parse(one.sentAt) > earliestNonce,
            )
          : undefined;
      const message = existingMessage ?? {
        id: createId(),
        to: recipient,
        content,
        nonce,
        sentAt: new Date().toISOString(),
      };
      if (!existingMessage) messages.unshift(message);
      messages.length = Math.min(messages.length, MAX_MESSAGES);
      return c.json(toMessageResponse(message, channel));
    });

  return new Hono()
    .get('/', (c) => c.html(renderInboxPage(messages)))
    .get('/messages.json', (c) => c.json({ messages: messages.filter(({ to }) => to === (c.req.query('to') ?? to)) }))
    .get('/oauth2/authorize', (c) => {
      const fault = findAuthorizationFault(c.req.query());
      return fault ? c.text(fault, 400) : c.html(renderAuthorizePage(c.req.query()));
    })
    .post('/oauth2/authorize', async (c) => {
      const form = { ...c.req.query(), ...((await c.req.parseBody()) as Record<string, string>) };
      const fault = findAuthorizationFault(form);
      if (fault) return c.text(fault, 400);
      const redirectUrl = new URL(form.redirect_uri!);
      redirectUrl.searchParams.set('state', form.state ?? '');
      if (form.answer === 'cancel') {
        redirectUrl.searchParams.set('error', 'access_denied');
        return c.redirect(redirectUrl.href);
      }
      const code = crypto.randomUUID();
      const username = (form.username ?? '').trim().toLowerCase().slice(0, 32) || 'player';
      codes.set(code, { username, scope: form.scope ?? '', redirectUri: form.redirect_uri! });
      if (form.integration_type === '1') strangers.delete(username);
      else strangers.add(username);
      redirectUrl.searchParams.set('code', code);
      return c.redirect(redirectUrl.href);
    })
    .route(API, api);
}

/** Returns what's wrong with an authorization request. */
function findAuthorizationFault(query: Record<string, string>): string | undefined {
  if (query.client_id !== SANDBOX_CLIENT_ID) return 'Unknown application';
  if (query.response_type !== 'code') return 'response_type: not supported';
  if (!URL.canParse(query.redirect_uri ?? '')) return 'Invalid OAuth2 redirect_uri';
  const scopes = (query.scope ?? '').split(' ');
  if (!query.scope || scopes.some((scope) => !SCOPES.includes(scope))) return 'Invalid OAuth2 scope';
  const type = query.integration_type ?? '';
  if (!['', '0', '1'].includes(type)) return 'Invalid integration type';
  return type && !scopes.includes('applications.commands') ? 'Integration type requires application scopes' : undefined;
}

function isOwnClient(form: Record<string, string>, authorization = ''): boolean {
  const basic = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  return (basic || `${form.client_id}:${form.client_secret}`) === `${SANDBOX_CLIENT_ID}:sandbox-secret`;
}

async function requireBot(c: Context, next: () => Promise<void>): Promise<Response | undefined> {
  if (c.req.header('Authorization') !== 'Bot sandbox-bot') return c.json(createApiError(0, '401: Unauthorized'), 401);
  await next();
}

function respondRateLimited(c: Context, seconds: number): Response {
  c.header('Retry-After', String(Math.ceil(seconds)));
  c.header('X-RateLimit-Scope', 'user');
  return c.json({ ...createApiError(0, 'You are being rate limited.'), retry_after: seconds, global: false }, 429);
}

/** @returns milliseconds until the channel accepts another message; 0 if it accepts one now */
function consumeRateLimit(buckets: Map<string, number[]>, channel: string): number {
  const now = Date.now();
  const recentCalls = (buckets.get(channel) ?? []).filter((at) => at > now - RATE_LIMIT.windowMs);
  if (recentCalls.length >= RATE_LIMIT.limit) return recentCalls[0]! + RATE_LIMIT.windowMs - now;
  buckets.set(channel, [...recentCalls, now]);
  return 0;
}

// Ids encode the usernames, so the sandbox doesn't have to store accounts.
const toUserId = (username: string) => BigInt(`0x${Buffer.from(username).toString('hex') || '0'}`).toString();
const toChannelId = (id: string) => `${id}7`;
function toUsername(id: string): string {
  const digits = BigInt(/^\d+$/.test(id) ? id : 0).toString(16);
  return Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex').toString();
}

/** Returns an app's own API entry, as its bot sees it. */
function createApplication(redirects: string[]) {
  const owner = toUser(toUserId('owner'));
  return {
    id: SANDBOX_CLIENT_ID,
    name: 'Planet Crew',
    icon: null,
    description: '',
    type: null,
    bot: { ...toUser(toUserId('planet-crew')), bot: true },
    bot_public: true,
    bot_require_code_grant: false,
    integration_types_config: { '0': {}, '1': {} },
    verify_key: '0'.repeat(64),
    flags: 0,
    flags_new: '0',
    redirect_uris: redirects,
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    owner,
    approximate_guild_count: 0,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    eligible_oauth2_scopes: [],
  };
}

/** Creates a snowflake. Discord's epoch is the start of 2015. */
const createId = () =>
  ((BigInt(Date.now() - 1_420_070_400_000) << 22n) + BigInt(Math.floor(Math.random() * 4096))).toString();

function toUser(id: string) {
  const username = toUsername(id);
  return { id, username, avatar: null, discriminator: '0', public_flags: 0, flags: 0, global_name: username };
}

function toMessageResponse(message: Message, channel: string) {
  return {
    id: message.id,
    type: 0,
    channel_id: channel,
    content: message.content,
    author: { ...toUser(toUserId('planet-crew')), bot: true },
    timestamp: message.sentAt,
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: 0,
    ...(message.nonce ? { nonce: message.nonce } : {}),
  };
}
