import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser } from '../features/accounts/accounts.factory.ts';
import { createServiceToken } from '../features/accounts/sessions/sessions.commands.ts';
import { maintenanceRetry, maintenanceText, maintenanceTitle } from '../features/health/health.messages.ts';
import { setOperatingMode, switchFeature } from '../features/health/operating/operating.commands.ts';
import { listFeaturesOffAt, SWITCHES } from '../features/health/operating/operating.rules.ts';
import { PLAIN_FEATURES, SWITCHABLE_FEATURES } from '../features/health/operating/operating.schema.ts';
import { makeAdmin } from '../features/moderation/moderation.factory.ts';
import { makePlayer } from '../features/profiles/profiles.factory.ts';
import { getTranslator } from '../messages/translators.ts';
import { createApp } from './app.ts';
import { createSite, type Site } from './create-site.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { fillPath, listOperations } from './test-operations.ts';

const OPERATOR = { userId: null };
let context: TestContext;
let site: Site;
let user: string;
let player: string;
let admin: { userId: string; accessToken: string };

beforeAll(async () => {
  context = await openTestContext();
  const pages = Object.assign(async () => new Response('a page'), { ready: () => new Response('a cached page') });
  site = createSite(context.deps, context.app, pages, undefined);
  user = (await makeUser(context.deps)).accessToken;
  player = (await makePlayer(context.deps)).accessToken;
  admin = await makeAdmin(context.deps);
});
afterAll(() => context.close());
beforeEach(async () => {
  await setOperatingMode(context.deps, OPERATOR, 'open');
  for (const feature of SWITCHABLE_FEATURES) await switchFeature(context.deps, OPERATOR, { feature, off: false });
});

const incoming = { incoming: { method: 'GET', url: '/', headers: {} } };

async function send(path: string, { method = 'GET', token, headers = {}, body }: SendOptions = {}) {
  const init = {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  };
  return site.fetch(new Request(`http://localhost:3000${path}`, init));
}
type SendOptions = { method?: string; token?: string; headers?: Record<string, string>; body?: object };

const act = (body: object) => send('/functions/v1/admin-actions', { method: 'POST', token: admin.accessToken, body });

describe('read-only mode', () => {
  beforeEach(() => setOperatingMode(context.deps, OPERATOR, 'read-only'));

  it('refuses writes with a message but still answers reads', async () => {
    const refused = await send('/api/builds', {
      method: 'POST',
      token: user,
      body: {},
      headers: { 'Accept-Language': 'de' },
    });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '120']);
    expect((await refused.json()).error).toEqual({
      code: 'unavailable',
      message:
        'Du kannst dich umsehen, aber wir können gerade nichts speichern. Versuch es in ein paar Minuten noch einmal.',
    });
    expect((await send('/api/builds', { token: user })).status).toBe(200);
    expect(await (await send('/')).text()).toBe('a page');
    expect(await (await send('/api/site')).json()).toMatchObject({ read_only: true });
    // The payment provider sends its events again later.
    expect((await send('/api/stripe/webhook', { method: 'POST' })).status).toBe(503);
  });

  it('lets people sign in and out, and refuses sign-ups in the format of that protocol', async () => {
    expect((await send('/auth/v1/token?grant_type=password', { method: 'POST', body: {} })).status).toBe(400);
    const signUp = await send('/auth/v1/signup', { method: 'POST', body: {} });
    expect([signUp.status, Object.keys(await signUp.json())]).toEqual([503, ['code', 'message']]);
  });

  it('lets admins end it in the console, and refuses their other actions', async () => {
    expect((await act({ action: 'run_matcher' })).status).toBe(503);
    expect(await (await act({ action: 'set_mode', mode: 'open' })).json()).toEqual({ message: 'Planet Crew is open' });
    expect((await send('/api/builds', { method: 'POST', token: user, body: {} })).status).toBe(422);
  });
});

describe('maintenance', () => {
  beforeEach(() => setOperatingMode(context.deps, OPERATOR, 'maintenance'));

  it("shows the maintenance page in the visitor's language, even in place of cached pages", async () => {
    for (const [path, headers, locale] of [
      ['/', {}, 'en'],
      ['/fr/faq', {}, 'fr'],
      ['/dashboard', { 'Accept-Language': 'pt-BR' }, 'pt-BR'],
    ] as const) {
      const response = await site.fetch(new Request(`http://localhost:3000${path}`, { headers }), incoming);
      const html = await response.text();
      expect([response.status, response.headers.get('Retry-After')], path).toEqual([503, '120']);
      expect(response.headers.get('Cache-Control'), path).toBe('no-store');
      expect(html, path).toContain(`<html lang="${locale}">`);
      expect(html, path).toContain('href="/protocol/admin"');
    }
  });

  it.each(['en', 'es-419', 'pt-BR', 'fr', 'de'] as const)('has its own text in %s', async (locale) => {
    const html = await (await send('/', { headers: { Cookie: `language=${locale}` } })).text();
    const t = getTranslator(locale);
    for (const part of [maintenanceTitle, maintenanceText, maintenanceRetry]) expect(html).toContain(t(part));
    expect(locale === 'en' || t(maintenanceTitle) !== 'Back in a few minutes').toBe(true);
  });

  it('returns 503 to API clients, and answers probes and metrics as usual', async () => {
    for (const path of ['/api/site', '/api/builds', '/storage/v1/bucket', '/og/site.png']) {
      const response = await send(path, { token: user });
      expect([path, response.status, response.headers.get('Retry-After')]).toEqual([path, 503, '120']);
    }
    expect((await send('/api/health/live')).status).toBe(200);
    expect((await send('/api/health/ready')).status).toBe(200);
    expect((await send('/metrics')).status).not.toBe(503);
  });

  it('lets admins and the service in, and shows admins the pages', async () => {
    expect(await (await send('/protocol/admin')).text()).toBe('a page');
    expect(await (await send('/de/protocol/auth')).text()).toBe('a page');
    const overview = await send('/api/admin/overview', { token: admin.accessToken });
    expect(overview.status).toBe(200);
    const cookie = overview.headers.get('Set-Cookie')!;
    expect(cookie).toMatch(/^maintenance_pass=[\da-f-]{36}; Path=\/; HttpOnly; SameSite=Lax$/);
    const headers = { Cookie: cookie.split(';')[0]! };
    expect(await (await send('/', { headers })).text()).toBe('a page');
    expect((await send('/api/site', { headers })).status).toBe(200);
    const service = await createServiceToken(context.deps, '1h');
    expect((await send('/auth/v1/admin/users', { token: service })).status).toBe(200);
    // Each maintenance has a new secret.
    await setOperatingMode(context.deps, OPERATOR, 'maintenance');
    expect((await send('/', { headers })).status).toBe(503);
    expect(await (await act({ action: 'set_mode', mode: 'open' })).json()).toEqual({ message: 'Planet Crew is open' });
    expect(await (await send('/')).text()).toBe('a page');
  });

  it('starts in the stored mode on a new node', async () => {
    const deps = { ...context.deps };
    expect((await createApp(deps).request('/api/builds')).status).toBe(503);
  });
});

describe('feature switches', () => {
  it('name only operations and pages that exist', async () => {
    const operations = await listOperations(context.app);
    const known = operations.map(({ method, path }) => `${method} ${path}`);
    for (const feature of PLAIN_FEATURES) {
      expect(known).toEqual(expect.arrayContaining(SWITCHES[feature].operations));
      for (const page of SWITCHES[feature].pages) expect(listFeaturesOffAt(page, [feature])).toEqual([feature]);
    }
    expect(listFeaturesOffAt('/plansforall', ['deals'])).toEqual([]);
  });

  it.each(PLAIN_FEATURES)('refuse the operations of %s and say so on its pages', async (feature) => {
    const operations = (await listOperations(context.app)).filter(({ method, path }) =>
      SWITCHES[feature].operations.includes(`${method} ${path}`),
    );
    const getAnswers = () =>
      Promise.all(
        operations.map(async (operation) => {
          const path = fillPath(operation, crypto.randomUUID());
          const response = await send(path, { method: operation.method, token: player, body: {} });
          return { status: response.status, message: JSON.stringify(await response.json()) };
        }),
      );
    for (const { status } of await getAnswers()) expect(status).not.toBe(503);
    await act({ action: 'switch_feature', feature, off: true });
    expect(await (await send('/api/site')).json()).toMatchObject({ off: [feature] });
    for (const { status, message } of await getAnswers()) {
      expect([status, message]).toEqual([503, expect.stringContaining(getTranslator('en')(SWITCHES[feature].refusal))]);
    }
    await act({ action: 'switch_feature', feature, off: false });
    for (const { status } of await getAnswers()) expect(status).not.toBe(503);
  });

  it('stop the live queue with its own switch, and report everything', async () => {
    await act({ action: 'switch_feature', feature: 'queue', off: true });
    const report = await (await send('/api/admin/operating', { token: admin.accessToken })).json();
    expect(report).toEqual({
      mode: 'open',
      since: null,
      switches: SWITCHABLE_FEATURES.map((feature) => ({ feature, off: feature === 'queue' })),
    });
    expect((await act({ action: 'switch_feature', feature: 'chat', off: true })).status).toBe(422);
  });
});

it('records every change in the audit log', async () => {
  await act({ action: 'set_mode', mode: 'read-only' });
  await act({ action: 'switch_feature', feature: 'deals', off: true });
  const { rows } = await context.deps.database.pool.query(
    'select admin_id, action, target_id, before, after from admin_audit_logs order by created_at desc limit 2',
  );
  expect(rows).toEqual([
    { admin_id: admin.userId, action: 'switch_off', target_id: 'deals', before: null, after: null },
    {
      admin_id: admin.userId,
      action: 'set_mode',
      target_id: null,
      before: { mode: 'open' },
      after: { mode: 'read-only' },
    },
  ]);
});
