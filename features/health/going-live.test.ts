import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../content/endpoints.ts';
import { paths } from '../../content/paths.ts';
import { createDiscordSandbox } from '../../integrations/discord/discord.sandbox.ts';
import { startMailSandbox } from '../../integrations/mail/mail.sandbox.ts';
import { checkMail } from '../../integrations/mail/mail.setup.ts';
import { createS3Sandbox } from '../../integrations/s3/s3.sandbox.ts';
import { createSmsSandbox } from '../../integrations/sms/sms.sandbox.ts';
import { createSolanaSandbox } from '../../integrations/solana/solana.sandbox.ts';
import { createTwitchSandbox } from '../../integrations/twitch/twitch.sandbox.ts';
import { type Env, readEnv } from '../../server/env.ts';
import { HOUR_MS } from '../../time/units.ts';
import { checkGoingLive } from './going-live.commands.ts';
import { checkClock, checkData, checkSafety } from './going-live.rules.ts';
import type { Finding } from './going-live.schema.ts';

const ORIGIN = 'http://localhost:3000';
const S3 = {
  S3_ENDPOINT: 'http://store.example',
  S3_BUCKET: 'crew',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const store = (region: string) =>
  createS3Sandbox({ endpoint: S3.S3_ENDPOINT, bucket: 'crew', region, accessKeyId: 'key', secretAccessKey: 'secret' })
    .app;

/** Serves all mocked vendors in one app, each at its own path. */
function createVendors(): Hono {
  return new Hono()
    .use(async (c, next) => {
      await next();
      c.header('Date', new Date().toUTCString());
    })
    .route(
      '/sandbox/discord',
      createDiscordSandbox({ redirects: [ORIGIN + endpoints.signInCallback, ORIGIN + paths.discord] }),
    )
    .route('/sandbox/twitch', createTwitchSandbox({ players: async () => [] }))
    .route('/sandbox/sms', createSmsSandbox({ fetch: globalThis.fetch }))
    .route('/sandbox/solana', createSolanaSandbox())
    .route('/', store('eu-central-1'));
}

type Change = (url: string) => Response | Error | undefined;

/** @param change replaces a vendor's response; undefined keeps it */
async function checkWith({
  change = () => undefined,
  env = {},
  ...asked
}: { change?: Change; env?: Record<string, string> } & Parameters<typeof checkGoingLive>[1] = {}) {
  const app = createVendors();
  const fetcher: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = change(request.url);
    if (response instanceof Error) throw response;
    return response ?? app.fetch(request);
  };
  const read: Env = readEnv({ NODE_ENV: 'test', PUBLIC_ORIGIN: ORIGIN, ...S3, ...env });
  return checkGoingLive({ env: read, fetch: fetcher, now: () => new Date() }, asked);
}
const listOf = (findings: Finding[], vendor: string) => findings.filter((one) => one.vendor === vendor);
const mapStates = (findings: Finding[]) => Object.fromEntries(findings.map(({ id, state }) => [id, state]));

const VENDORS = [
  ['Discord', '/sandbox/discord/'],
  ['Twitch', '/sandbox/twitch/'],
  ['Twilio', '/sandbox/sms/'],
  ['Solana', '/sandbox/solana/'],
  ['Object storage', 'store.example'],
] as const;

describe('checkGoingLive', () => {
  test('reports everything as met when all vendors are configured', async () => {
    const { findings } = await checkWith();
    for (const [vendor] of VENDORS) {
      const found = listOf(findings, vendor);
      expect(found.length, vendor).toBeGreaterThan(0);
      expect(new Set(found.map(({ state }) => state)), JSON.stringify(found)).toEqual(new Set(['met']));
    }
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
  });

  const timeoutError = Object.assign(new Error('late'), { name: 'TimeoutError' });
  const TROUBLES: [string, () => Response | Error, RegExp][] = [
    ['throttled', () => new Response('{}', { status: 429, headers: { 'Retry-After': '7' } }), /429|Wait a moment/],
    ['down', () => new Response('{}', { status: 503 }), /503/],
    [
      'silent',
      () => Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }),
      /couldn't be reached|refused|fetch failed/,
    ],
    ['slow', () => timeoutError, /within 10 seconds|late/],
    ['given a wrong key', () => new Response('{}', { status: 401 }), /401/],
  ];
  const cells = VENDORS.flatMap(([vendor, urlPart]) =>
    TROUBLES.map(([how, answer, expectedText]) => ({ vendor, at: urlPart, how, answer, says: expectedText })),
  );

  test.each(cells)(
    'reports a to-do when $vendor is $how and still checks the other vendors',
    async ({ vendor, at, answer, says }) => {
      const { findings, ready } = await checkWith({ change: (url) => (url.includes(at) ? answer() : undefined) });
      const found = listOf(findings, vendor);
      const [first] = found;
      expect(first).toMatchObject({ state: 'unmet', todo: expect.stringMatching(/\w+.*\.$/) });
      expect(`${first?.found} ${first?.todo}`).toMatch(says);
      expect(ready).toBe(false);
      for (const [other] of VENDORS) {
        if (other !== vendor)
          expect(mapStates(listOf(findings, other)), other).toEqual(
            mapStates(listOf((await checkWith()).findings, other)),
          );
      }
    },
  );

  test('reports a to-do for an object store in another region', async () => {
    const otherStore = store('us-east-1');
    const fetcher: typeof fetch = async (input, init) => otherStore.fetch(new Request(input, init));
    const env = readEnv({ NODE_ENV: 'test', ...S3 });
    const { findings } = await checkGoingLive({ env: { ...env, demo: false }, fetch: fetcher, now: () => new Date() });
    expect(listOf(findings, 'Object storage')).toMatchObject([
      { state: 'unmet', todo: expect.stringContaining('S3_REGION') },
    ]);
  });

  test('names the variables of missing vendors, with a to-do only for required ones', async () => {
    const env = readEnv({ NODE_ENV: 'test' });
    const withoutVendors = await checkGoingLive({
      env: { ...env, demo: false },
      fetch: globalThis.fetch,
      now: () => new Date(),
    });
    for (const vendor of ['Stripe', 'Discord', 'Twitch', 'Twilio', 'Mail', 'Object storage', 'Solana']) {
      expect(listOf(withoutVendors.findings, vendor)).toMatchObject([
        {
          state: ['Twitch', 'Mail'].includes(vendor) ? 'unmet' : 'off',
          todo: expect.stringMatching(/[A-Z]+_[A-Z]+|S3/),
        },
      ]);
    }
  });

  test('reports a to-do for a Discord app that cannot be installed or redirects elsewhere', async () => {
    const app = createDiscordSandbox();
    const response = await app.request('/api/v10/applications/@me', {
      headers: { Authorization: 'Bot sandbox-bot', 'User-Agent': 'DiscordBot (http://localhost, 1)' },
    });
    const application = { ...((await response.json()) as object), integration_types_config: { '0': {} } };
    const { findings } = await checkWith({
      change: (url) => (url.endsWith('/applications/@me') ? Response.json(application) : undefined),
    });
    expect(mapStates(listOf(findings, 'Discord'))).toEqual({
      'discord.bot': 'met',
      'discord.secret': 'met',
      'discord.redirects': 'unmet',
      'discord.install': 'unmet',
    });
  });

  test('reports a to-do when the secret belongs to another Discord app', async () => {
    const { findings } = await checkWith({
      change: (url) =>
        url.includes('/sandbox/discord/') && url.endsWith('/oauth2/token')
          ? Response.json({ error: 'invalid_client' }, { status: 401 })
          : undefined,
    });
    expect(findings.find(({ id }) => id === 'discord.secret')).toMatchObject({
      state: 'unmet',
      todo: expect.stringContaining('DISCORD_CLIENT_SECRET'),
    });
  });

  test('reports a to-do for a Twilio trial account, which can text only its owner', async () => {
    const isAccountRequest = (url: string) => /Accounts\/\w+\.json$/.test(url);
    const { findings } = await checkWith({
      change: (url) => (isAccountRequest(url) ? Response.json({ status: 'active', type: 'Trial' }) : undefined),
    });
    expect(mapStates(listOf(findings, 'Twilio'))).toEqual({ 'sms.account': 'unmet', 'sms.sender': 'met' });
    expect(listOf(findings, 'Twilio')[0]?.todo).toMatch(/upgrade/i);
  });

  test.each([
    ['throttled', () => new Response('', { status: 429 }), /Wait/],
    ['down', () => new Response('', { status: 503 }), /Wait/],
    ['unreachable', () => new TypeError('fetch failed'), /reach/],
    ['not readable with the key', () => new Response('<Code>AccessDenied</Code>', { status: 403 }), /key.*read/],
  ] as const)('blames no variable when the object store is %s', async (_how, answer, expectedText) => {
    const { findings } = await checkWith({ change: (url) => (url.includes('store.example') ? answer() : undefined) });
    expect(listOf(findings, 'Object storage')[0]?.todo).toMatch(expectedText);
  });

  test('reports an object store that accepts files but does not serve them', async () => {
    const methods: string[] = [];
    const app = createVendors();
    const fetcher: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      if (!request.url.includes('store.example')) return app.fetch(request);
      methods.push(request.method);
      return request.method === 'GET' ? new Response('<Code>AccessDenied</Code>', { status: 403 }) : app.fetch(request);
    };
    const env = readEnv({ NODE_ENV: 'test', PUBLIC_ORIGIN: ORIGIN, ...S3 });
    const { findings } = await checkGoingLive({ env, fetch: fetcher, now: () => new Date() });
    expect(listOf(findings, 'Object storage')[0]).toMatchObject({
      state: 'unmet',
      todo: expect.stringMatching(/may read/),
    });
    expect(methods).toEqual(['PUT', 'GET', 'DELETE']);
  });

  test('reports a to-do for a redirect URL that Twitch does not know', async () => {
    const change: Change = (url) =>
      url.includes('/oauth2/authorize')
        ? Response.json({ status: 400, message: 'redirect_mismatch' }, { status: 400 })
        : undefined;
    const { findings } = await checkWith({ change });
    expect(mapStates(listOf(findings, 'Twitch'))).toMatchObject({ 'twitch.keys': 'met', 'twitch.redirect': 'unmet' });
  });

  test('reports whether a Discord test message arrived', async () => {
    const id = BigInt(`0x${Buffer.from('me').toString('hex')}`).toString();
    const result = await checkWith({ discordTo: id });
    expect(mapStates(result.findings)['discord.message']).toBe('met');
    const closedUserId = BigInt(`0x${Buffer.from('closed-dms').toString('hex')}`).toString();
    const finding = (await checkWith({ discordTo: closedUserId })).findings.find(
      ({ id: one }) => one === 'discord.message',
    );
    expect(finding).toMatchObject({ state: 'unmet', found: expect.stringContaining('50007') });
  });
});

describe('email check', () => {
  const VALID_RECORDS: Record<string, string[]> = {
    'crew.example': ['v=spf1 include:mail.example -all', 'something else'],
    '_dmarc.crew.example': ['v=DMARC1; p=quarantine'],
    'key1._domainkey.crew.example': ['v=DKIM1; k=rsa; p=MIIBIjANBg=='],
  };
  const checkWithMail = async (texts: Record<string, string[]>, more: object = {}) => {
    const server = await startMailSandbox();
    try {
      const env = readEnv({ NODE_ENV: 'test', SMTP_URL: server.url, MAIL_FROM: 'Planet Crew <crew@crew.example>' });
      const lookUp = async (name: string) => texts[name] ?? [];
      const deps = { env: { ...env, demo: false }, fetch: globalThis.fetch, now: () => new Date() };
      const { findings } = await checkGoingLive(deps, { lookUp, dkim: 'key1', ...more });
      return mapStates(listOf(findings, 'Mail'));
    } finally {
      await server.close();
    }
  };

  test('reports email as ready when the server accepts our sign-in and the DNS records are correct', async () => {
    expect(await checkWithMail(VALID_RECORDS, { mailTo: 'me@crew.example' })).toEqual({
      'mail.server': 'met',
      'mail.test': 'met',
      'mail.spf': 'met',
      'mail.dkim': 'met',
      'mail.dmarc': 'met',
    });
  });

  test.each([
    ['spf', { 'crew.example': [] }],
    ['spf', { 'crew.example': ['v=spf1 -all', 'v=spf1 ~all'] }],
    ['dmarc', { '_dmarc.crew.example': ['p=none'] }],
    ['dkim', { 'key1._domainkey.crew.example': ['v=DKIM1; p='] }],
  ])('reports only %s as a to-do for the DNS records %j', async (what, texts) => {
    const found = await checkWithMail({ ...VALID_RECORDS, ...texts });
    expect(Object.entries(found).filter(([, state]) => state !== 'met')).toEqual([[`mail.${what}`, 'unmet']]);
  });
});

describe('DKIM check', () => {
  const createKeyPair = (type: 'rsa' | 'ed25519') => {
    const { publicKey, privateKey } =
      type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519');
    const der = publicKey.export({ type: 'spki', format: 'der' });
    return {
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      published: (type === 'rsa' ? der : der.subarray(-32)).toString('base64'),
    };
  };
  const checkDkim = async (privateKey: string, record: string | undefined) => {
    const found = await checkMail({
      config: {
        url: 'smtp://127.0.0.1:1',
        from: 'crew@news.crew.example',
        dkim: { domainName: 'crew.example', keySelector: 'key1', privateKey },
      },
      selector: 'key1',
      domainMatters: true,
      testTo: 'me@crew.example',
      lookUp: async (name) => (name === 'key1._domainkey.crew.example' && record ? [record] : []),
    });
    // A server that doesn't respond can't accept a test email either, so the check is left out.
    expect(found.map(({ id }) => id)).not.toContain('mail.test');
    return found.find(({ id }) => id === 'mail.dkim')!;
  };

  test.each(['rsa', 'ed25519'] as const)(
    'reports DKIM as ready when the signing domain publishes the same %s key',
    async (type) => {
      const { privateKey, published } = createKeyPair(type);
      expect((await checkDkim(privateKey, `v=DKIM1; k=${type}; p=${published}`)).state).toBe('met');
      for (const wrong of [undefined, `v=DKIM1; k=${type}; p=${createKeyPair(type).published}`]) {
        expect(await checkDkim(privateKey, wrong)).toMatchObject({
          state: 'unmet',
          todo: expect.stringContaining(`v=DKIM1; k=${type}; p=${published}`),
        });
      }
    },
  );

  test("accepts the email provider's key when MAIL_DKIM_SELECTOR names it", async () => {
    const server = await startMailSandbox();
    const env = readEnv({
      NODE_ENV: 'test',
      SMTP_URL: server.url,
      MAIL_DKIM_SELECTOR: 'key1',
      MAIL_FROM: 'a@b.example',
    });
    const lookUp = async (name: string) => (name === 'key1._domainkey.b.example' ? ['v=DKIM1; p=abcd'] : []);
    const deps = { env: { ...env, demo: false }, fetch: globalThis.fetch, now: () => new Date() };
    const { findings } = await checkGoingLive(deps, { lookUp });
    expect(mapStates(listOf(findings, 'Mail'))).toMatchObject({ 'mail.dkim': 'met' });
    await server.close();
  });
});

test('reports a to-do outside production or with unencrypted secrets', () => {
  const getState = (production: boolean, encrypted: boolean) =>
    checkSafety({ production, encrypted }).map((one) => one.state);
  expect(getState(true, true)).toEqual(['met', 'met']);
  expect(getState(false, true)).toEqual(['unmet', 'met']);
  expect(getState(true, false)).toEqual(['met', 'unmet']);
});

describe('database and backup checks', () => {
  const NOW = new Date('2026-11-22T12:00:00Z');
  const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
  const noBackups = { nightly: false, attemptAt: null, error: null, successAt: null };
  const facts = { nightly: true, attemptAt: hoursAgo(3), error: null, successAt: hoursAgo(3) };
  const checkAt = (id: string, data: Parameters<typeof checkData>[0]) =>
    checkData(data, NOW).find((one) => one.id === id)!;

  test('require a recent enough PostgreSQL that responds', () => {
    expect(checkAt('server.database', { database: { version: 17 }, backups: facts }).state).toBe('met');
    expect(checkAt('server.database', { database: { version: 14 }, backups: facts })).toMatchObject({
      state: 'unmet',
      found: expect.stringContaining('14'),
    });
    const failureText = 'password authentication failed for user "crew"';
    expect(checkAt('server.database', { database: { trouble: failureText }, backups: facts })).toMatchObject({
      state: 'unmet',
      found: expect.stringContaining(failureText),
      todo: expect.stringContaining('DATABASE_URL'),
    });
    expect(checkAt('server.database', { database: undefined, backups: facts }).state).toBe('unmet');
  });

  test('allow missing backups on PostgreSQL but require them elsewhere', () => {
    expect(checkAt('server.backups', { database: { version: 17 }, backups: noBackups })).toMatchObject({
      state: 'off',
    });
    expect(checkAt('server.backups', { database: undefined, backups: noBackups })).toMatchObject({ state: 'unmet' });
    expect(checkAt('server.backups', { database: undefined, backups: facts })).toMatchObject({ state: 'met' });
  });

  test('require a recent backup', () => {
    const checkBackups = (changes: object) =>
      checkAt('server.backups', { database: { version: 17 }, backups: { ...facts, ...changes } });
    expect(checkBackups({}).found).toBe(
      'A backup is made every night. The last successful one was written 3 h 0 min ago.',
    );
    expect(checkBackups({ attemptAt: null, successAt: null })).toMatchObject({
      state: 'unmet',
      found: 'Backups are set up, but no backup has been written yet.',
    });
    expect(checkBackups({ error: 'ENOSPC: no space left on device' })).toMatchObject({
      state: 'unmet',
      found:
        'The last attempt failed: ENOSPC: no space left on device. The last successful one was written 3 h 0 min ago.',
    });
    expect(checkBackups({ successAt: hoursAgo(37) })).toMatchObject({ state: 'unmet' });
    expect(checkBackups({ successAt: hoursAgo(35) })).toMatchObject({ state: 'met' });
  });

  test('read the backups from the folder when the command has no database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'planet-crew-go-live-'));
    const readBackupState = async () =>
      mapStates((await checkWith({ env: { BACKUP_DIR: folder } })).findings)['server.backups'];
    expect(await readBackupState()).toBe('unmet');
    writeFileSync(join(folder, 'planet-crew-2026-11-22T09-30-00.000Z.ndjson.gz.part'), 'cut short');
    expect(await readBackupState()).toBe('unmet');
    writeFileSync(join(folder, 'planet-crew-2026-11-22T09-30-00.000Z.ndjson.gz'), 'whole');
    expect(await readBackupState()).toBe('met');
    rmSync(folder, { recursive: true });
  });

  test('report a database that refuses connections without showing its password', async () => {
    const { findings } = await checkWith({ env: { DATABASE_URL: 'postgres://crew:secret@127.0.0.1:1/crew' } });
    const database = findings.find(({ id }) => id === 'server.database');
    expect(database).toMatchObject({ state: 'unmet', found: expect.stringContaining('ECONNREFUSED') });
    expect(JSON.stringify(database)).not.toContain('secret');
  });
});

describe('clock check', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  test.each([
    ['accurate', 0, 'met', /within/],
    ['a minute ahead', 60, 'unmet', /60 s ahead/],
    ['a minute behind', -60, 'unmet', /60 s behind/],
  ] as const)('reports the difference when the clock is %s', (_how, seconds, state, expectedText) => {
    const vendorTime = new Date(now.getTime() - seconds * 1_000).toUTCString();
    expect(checkClock(vendorTime, now)).toMatchObject({ state, found: expect.stringMatching(expectedText) });
  });

  test('reports a to-do when no vendor responded', () => {
    expect(checkClock(undefined, now).state).toBe('unmet');
  });
});
