import { createHash, randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { openContractSchemas, validateContract } from '../contract-schemas.ts';
import published from './helix.published.json' with { type: 'json' };
import type { SandboxPlayer } from './sandbox-players.ts';
import { renderDeniedPage, renderSignInPage } from './twitch.sandbox-pages.ts';

export type TwitchSandboxOptions = {
  /** Sample users, offered as buttons. */
  players: () => Promise<SandboxPlayer[]>;
  /** Other users Twitch knows, by login. Anyone else is a new user. */
  known?: (login: string) => SandboxPlayer | undefined;
};

/** Channels that are live: those with "live" in their login, and our own. */
const LIVE_LOGIN = /(^|_)live(_|$)|^planetcrewzone$/;

const LOGIN = /^[a-z0-9_]{3,25}$/;
const SLOW_MS = 12_000;
const MAX_CALLS_KEPT = 200;
/** Streams per page by default and at most. */
const PAGE = { usual: 20, most: 100 };
/** Rate-limit points per minute, as Twitch counts them. The login `throttled` uses them all up. */
const POINTS = 800;
const MINUTE_S = 60;
const CLIENT = { id: 'sandbox-client', secret: 'sandbox-secret' };
const RESPONSE_TYPE = 'code';

/** PNG picture for channels that have one: a purple square with a head. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgAgMAAACf9p+rAAAADFBMVEVkQaX////Yz+igi8ipa/k7AAAACXBIWXMAAAsTAAALEwEAmpwYAAABL0lEQVRIie2TsQ0CMQxFzZ0oroAtGIGCjhEo+ICAggEoGIElGIEaRmAJRrglqFAUkkscfwkKqHDpJ8XO/98i//rXB1Wf1zcTtMDG6g8B4GqAkQMrA5wcWJT9yvWBYwEaD3b2CBhD7h4s7dkop9e+D9zspVCs1QtgqsAggIP9DRQfoaAfwOx7oPl4qwH7YI9JUjERaya7MKOEWjtiYWhYfCoWOGERFRrqITsDYYcj9NR+UY/T4mL1W/ePTdmfeK328q6D4wC2trPQ+sZYQQUrvgT11isKRRziTnqvZASyIfE69IW8QuVrZc9GNj3tA8YN6NDFq9G3Ew9Q5zfbFsm+iVK5Wtk3gLn9DSQfiS5pr/AmgOmGq+CIUqTTRCnSaUJBZqyrYC4FStxOXgqU6l73J2VBAkHykXwiAAAAAElFTkSuQmCC',
  'base64',
);
/** Logins whose channels have a picture. */
const LOGINS_WITH_PICTURE = /(^|_)pictured(_|$)/;

type Grant = { player: SandboxPlayer; redirectUri: string; scope: string };
type Call = { at: string; what: string; login: string };

/** Creates a sandbox with Twitch's paths and response formats. Mount it where `readTwitchConfig` points. */
export function createTwitchSandbox(options: TwitchSandboxOptions): Hono {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  const appTokens = new Set<string>();
  const calls: Call[] = [];
  const noteEvent = (what: string, login: string) => {
    calls.unshift({ at: new Date().toISOString(), what, login });
    calls.length = Math.min(calls.length, MAX_CALLS_KEPT);
  };

  const schemas = openContractSchemas(published);
  const helix = new Hono()
    .use(async (c, next) => {
      const [kind, token = ''] = (c.req.header('Authorization') ?? '').split(' ');
      if (kind !== 'Bearer' || (!tokens.has(token) && !appTokens.has(token)))
        return respondHelixError(c, 401, 'Invalid OAuth token');
      if (c.req.header('Client-Id') !== CLIENT.id)
        return respondHelixError(c, 401, 'Client ID and OAuth token do not match');
      c.header('Ratelimit-Limit', String(POINTS));
      c.header('Ratelimit-Remaining', String(POINTS - 1));
      c.header('Ratelimit-Reset', String(Math.ceil(Date.now() / 1_000) + MINUTE_S));
      return next();
    })
    .use(validateContract(schemas, '/helix', (c, faults) => respondHelixError(c, 400, faults.join('; '))))
    .get('/users', (c) => {
      const grant = tokens.get(c.req.header('Authorization')!.replace('Bearer ', ''));
      if (!grant) return respondHelixError(c, 400, 'The ID or login query parameter is required.');
      const { player } = grant;
      if (player.login === 'users_down') return respondHelixError(c, 500, '');
      noteEvent('users', player.login);
      const mayRead = player.email && grant.scope.split(' ').includes('user:read:email');
      const origin = c.req.url.slice(0, c.req.url.indexOf('/helix/'));
      return c.json({ data: [{ ...toUser(player, origin), ...(mayRead ? { email: player.email } : {}) }] });
    })
    .get('/streams', (c) => {
      const logins = c.req.queries('user_login') ?? [];
      const pageSize = Number(c.req.query('first') ?? PAGE.usual);
      if (logins.length > PAGE.most)
        return respondHelixError(c, 400, 'The number of user_login query parameters exceeds 100.');
      if (!(pageSize >= 1 && pageSize <= PAGE.most))
        return respondHelixError(c, 400, 'The parameter "first" was malformed');
      if (logins.includes('throttled')) {
        c.header('Ratelimit-Remaining', '0');
        return respondHelixError(c, 429, 'Too Many Requests');
      }
      noteEvent('streams', logins.join(','));
      const liveStreams = logins.filter((login) => LIVE_LOGIN.test(login)).map(toStream);
      const offset = Number(c.req.query('after') ?? 0);
      const endOffset = offset + pageSize;
      return c.json({
        data: liveStreams.slice(offset, endOffset),
        pagination: endOffset < liveStreams.length ? { cursor: String(endOffset) } : {},
      });
    });

  return new Hono()
    .get('/oauth2/authorize', async (c) => {
      const query = c.req.query();
      const fault = findAuthorizationFault(query);
      if (fault) return c.json({ status: 400, message: fault }, 400);
      return c.html(renderSignInPage(query, await options.players()));
    })
    .post('/oauth2/authorize', async (c) => {
      const form = (await c.req.parseBody()) as Record<string, string>;
      const { redirect_uri = '', state = '', scope = '', login: loginInput = '' } = form;
      const login = loginInput.trim().toLowerCase();
      const fault = findAuthorizationFault({ ...form, response_type: form.response_type ?? RESPONSE_TYPE });
      if (fault) return c.json({ status: 400, message: fault }, 400);
      const redirectUrl = new URL(redirect_uri);
      redirectUrl.searchParams.set('state', state);
      if (login === 'deny' || form.deny) {
        noteEvent('denied', login);
        redirectUrl.searchParams.set('error', 'access_denied');
        redirectUrl.searchParams.set('error_description', 'The user denied you access');
        return c.redirect(redirectUrl.href);
      }
      if (!LOGIN.test(login))
        return c.html(renderDeniedPage(form, 'A login has 3 to 25 letters, digits or underscores.'), 400);
      const code = randomBytes(15).toString('hex');
      codes.set(code, { player: await findPlayer(options, login), redirectUri: redirect_uri, scope });
      noteEvent('authorized', login);
      redirectUrl.searchParams.set('code', code);
      redirectUrl.searchParams.set('scope', scope);
      return c.redirect(redirectUrl.href);
    })
    .post('/oauth2/token', async (c) => {
      const form = (await c.req.parseBody()) as Record<string, string>;
      const grant = codes.get(form.code ?? '');
      codes.delete(form.code ?? '');
      if (form.client_id !== CLIENT.id) return c.json({ status: 400, message: 'invalid client' }, 400);
      if (form.client_secret !== CLIENT.secret) return c.json({ status: 403, message: 'invalid client secret' }, 403);
      if (form.grant_type === 'client_credentials') {
        const appToken = randomBytes(15).toString('hex');
        appTokens.add(appToken);
        return c.json({ access_token: appToken, expires_in: 5_000_000, token_type: 'bearer' });
      }
      if (form.grant_type !== 'authorization_code') return c.json({ status: 400, message: 'missing grant type' }, 400);
      const login = grant?.player.login ?? '';
      if (login === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      if (login === 'token_down') return c.json({ status: 503, message: 'service unavailable' }, 503);
      const isValidGrant = grant && grant.redirectUri === form.redirect_uri;
      if (!isValidGrant || login === 'bad_code')
        return c.json({ status: 400, message: 'Invalid authorization code' }, 400);
      const accessToken = randomBytes(15).toString('hex');
      tokens.set(accessToken, grant);
      noteEvent('token', login);
      return c.json({
        access_token: accessToken,
        refresh_token: randomBytes(25).toString('hex'),
        expires_in: 14_000,
        scope: grant.scope.split(' ').filter(Boolean),
        token_type: 'bearer',
      });
    })
    .route('/helix', helix)
    .get('/pictures/:file', (c) => c.body(PICTURE, 200, { 'Content-Type': 'image/png' }))
    .get('/calls.json', (c) => c.json({ calls }));
}

/** Returns what's wrong with an authorization request. */
function findAuthorizationFault(query: Record<string, string>): string | undefined {
  if (query.client_id !== CLIENT.id) return 'invalid client';
  if (query.response_type !== RESPONSE_TYPE) return 'response type is not supported';
  return URL.canParse(query.redirect_uri ?? '') ? undefined : 'redirect_mismatch';
}

const ERRORS = { 400: 'Bad Request', 401: 'Unauthorized', 429: 'Too Many Requests', 500: 'Internal Server Error' };

function respondHelixError(c: Context, status: keyof typeof ERRORS, message: string): Response {
  return c.json({ error: ERRORS[status], status, message }, status);
}

function toUser(player: SandboxPlayer, origin: string) {
  return {
    id: player.id,
    login: player.login,
    display_name: player.displayName,
    type: '',
    broadcaster_type: '',
    description: '',
    profile_image_url: LOGINS_WITH_PICTURE.test(player.login) ? `${origin}/pictures/${player.login}.png` : '',
    offline_image_url: '',
    view_count: 0,
    created_at: '2020-01-01T00:00:00Z',
  };
}

const toNumericId = (login: string) =>
  String(BigInt(`0x${createHash('sha256').update(login).digest('hex').slice(0, 12)}`));

function toStream(login: string) {
  return {
    id: toNumericId(`stream of ${login}`),
    user_id: toNumericId(login),
    user_login: login,
    user_name: login,
    game_id: '1',
    game_name: 'Basketball',
    type: 'live',
    title: '',
    viewer_count: 1,
    started_at: '2026-01-01T00:00:00Z',
    language: 'en',
    thumbnail_url: '',
    tag_ids: [],
    tags: [],
    is_mature: false,
  };
}

async function findPlayer(options: TwitchSandboxOptions, login: string): Promise<SandboxPlayer> {
  const existingPlayer = (await options.players()).find((player) => player.login === login) ?? options.known?.(login);
  if (existingPlayer) return existingPlayer;
  const email = login === 'no_email' ? undefined : `${login}@sandbox.example`;
  return { login, id: toNumericId(login), displayName: login, email };
}
