import { createHash, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { SandboxPlayer } from './sandbox-players.ts';
import { deniedPage, signInPage } from './twitch.sandbox-pages.ts';

export type TwitchSandboxOptions = {
  /** Sample sign-ins, offered as buttons. */
  players: () => Promise<SandboxPlayer[]>;
};

/** Channels that stream at the moment: those that say so. */
const LIVE = /(^|_)live(_|$)/;

const LOGIN = /^[a-z0-9_]{3,25}$/;
const SLOW_MS = 12_000;
const KEPT = 200;

type Grant = { player: SandboxPlayer; redirectUri: string; clientId: string };
type Call = { at: string; what: string; login: string };

/** A stand-in for Twitch with its paths and shapes; to be mounted where `twitchConfig` points. */
export function twitchSandbox(options: TwitchSandboxOptions): Hono {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  const appTokens = new Set<string>();
  const calls: Call[] = [];
  const note = (what: string, login: string) => {
    calls.unshift({ at: new Date().toISOString(), what, login });
    calls.length = Math.min(calls.length, KEPT);
  };

  return new Hono()
    .get('/oauth2/authorize', async (c) => {
      const query = c.req.query();
      if (!query.client_id || !query.redirect_uri) return c.json({ status: 400, message: 'missing client id' }, 400);
      return c.html(signInPage(query, await options.players()));
    })
    .post('/oauth2/authorize', async (c) => {
      const form = (await c.req.parseBody()) as Record<string, string>;
      const { client_id = '', redirect_uri = '', state = '', login: typed = '' } = form;
      const login = typed.trim().toLowerCase();
      if (!URL.canParse(redirect_uri)) return c.json({ status: 400, message: 'redirect_mismatch' }, 400);
      const back = new URL(redirect_uri);
      back.searchParams.set('state', state);
      if (login === 'deny' || form.deny) {
        note('denied', login);
        back.searchParams.set('error', 'access_denied');
        back.searchParams.set('error_description', 'The user denied you access');
        return c.redirect(back.href);
      }
      if (!LOGIN.test(login))
        return c.html(deniedPage(form, 'A login has 3 to 25 letters, digits or underscores.'), 400);
      const code = randomBytes(15).toString('hex');
      codes.set(code, { player: await playerOf(options, login), redirectUri: redirect_uri, clientId: client_id });
      note('authorized', login);
      back.searchParams.set('code', code);
      back.searchParams.set('scope', form.scope ?? '');
      return c.redirect(back.href);
    })
    .post('/oauth2/token', async (c) => {
      const form = (await c.req.parseBody()) as Record<string, string>;
      const grant = codes.get(form.code ?? '');
      codes.delete(form.code ?? '');
      if (!form.client_secret) return c.json({ status: 403, message: 'invalid client secret' }, 403);
      if (form.grant_type === 'client_credentials') {
        const own = randomBytes(15).toString('hex');
        appTokens.add(own);
        return c.json({ access_token: own, expires_in: 5_000_000, token_type: 'bearer' });
      }
      const login = grant?.player.login ?? '';
      if (login === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      if (login === 'token_down') return c.json({ status: 503, message: 'service unavailable' }, 503);
      const fits = grant && grant.redirectUri === form.redirect_uri && grant.clientId === form.client_id;
      if (!fits || login === 'bad_code') return c.json({ status: 400, message: 'Invalid authorization code' }, 400);
      const accessToken = randomBytes(15).toString('hex');
      tokens.set(accessToken, grant);
      note('token', login);
      return c.json({
        access_token: accessToken,
        refresh_token: randomBytes(25).toString('hex'),
        expires_in: 14_000,
        scope: ['user:read:email'],
        token_type: 'bearer',
      });
    })
    .get('/helix/users', (c) => {
      const grant = tokens.get(c.req.header('Authorization')?.replace('Bearer ', '') ?? '');
      if (!grant) return c.json({ error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' }, 401);
      const { player } = grant;
      if (player.login === 'users_down')
        return c.json({ error: 'Internal Server Error', status: 500, message: '' }, 500);
      note('users', player.login);
      return c.json({
        data: [
          {
            id: player.id,
            login: player.login,
            display_name: player.displayName,
            type: '',
            broadcaster_type: '',
            description: '',
            profile_image_url: '',
            offline_image_url: '',
            view_count: 0,
            created_at: '2020-01-01T00:00:00Z',
            ...(player.email ? { email: player.email } : {}),
          },
        ],
      });
    })
    .get('/helix/streams', (c) => {
      if (!appTokens.has(c.req.header('Authorization')?.replace('Bearer ', '') ?? ''))
        return c.json({ error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' }, 401);
      const logins = c.req.queries('user_login') ?? [];
      if (logins.length > 100) return c.json({ error: 'Bad Request', status: 400, message: 'too many logins' }, 400);
      note('streams', logins.join(','));
      const live = logins.filter((login) => LIVE.test(login));
      return c.json({ data: live.map((user_login) => ({ user_login, type: 'live', title: '' })), pagination: {} });
    })
    .get('/calls.json', (c) => c.json({ calls }));
}

async function playerOf(options: TwitchSandboxOptions, login: string): Promise<SandboxPlayer> {
  const known = (await options.players()).find((player) => player.login === login);
  if (known) return known;
  const id = String(BigInt(`0x${createHash('sha256').update(login).digest('hex').slice(0, 12)}`));
  const email = login === 'no_email' ? undefined : `${login}@sandbox.example`;
  return { login, id, displayName: login, email };
}
