import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProvider } from '../features/accounts/oauth/oauth-providers.commands.ts';
import { checkGoingLive } from '../features/health/going-live.commands.ts';
import { listAvailableChannels } from '../features/notifications/channels.commands.ts';
import { deliverNotifications } from '../features/notifications/delivery.commands.ts';
import { enqueueNotification } from '../features/notifications/notifications.commands.ts';
import { createTestDraft } from '../features/notifications/test-drafts.ts';
import { makePlayer, type Player } from '../features/profiles/profiles.factory.ts';
import { readSolanaConfig, readTokens } from '../integrations/solana/solana.client.ts';
import { MINUTE_MS } from '../time/units.ts';
import { openTestContext, type TestContext } from './test-deps.ts';
import { createRecordedVendors, PUBLISHED_CALLS } from './test-vendors.ts';

let context: TestContext;
let vendors: ReturnType<typeof createRecordedVendors>;
let cause = 0;
const BACK = 'http://localhost:3000/auth/v1/callback';

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** Gives consent on a sandbox's page and returns the parameters that it redirects with. */
async function agree(address: string, formFields: Record<string, string>): Promise<URLSearchParams> {
  const url = new URL(address);
  expect((await vendors.app.request(address)).status).toBe(200);
  const body = new URLSearchParams({ ...Object.fromEntries(url.searchParams), ...formFields });
  const response = await vendors.app.request(url.href, { method: 'POST', body });
  return new URL(response.headers.get('Location')!).searchParams;
}

async function signIn(provider: 'twitch' | 'discord', formFields: Record<string, string>): Promise<unknown> {
  const { authorizeUrl, identify } = getProvider(context.deps, provider);
  const request = { state: 'opaque', redirectUri: BACK, scopes: '', verifier: '' };
  const redirectUrl = await agree(await authorizeUrl(request), formFields);
  return identify({ code: redirectUrl.get('code')!, redirectUri: BACK, verifier: '' });
}

const call = async (player: Player, method: string, path: string, body?: object) => {
  const headers = { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' };
  const response = await context.app.request(path, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Record<string, string>;
};

async function connectDiscord(player: Player, username: string): Promise<void> {
  const { url } = await call(player, 'POST', '/api/notifications/connections/discord/connect');
  const redirectUrl = await agree(url!, { username, answer: 'allow' });
  await call(player, 'POST', '/api/notifications/connections/discord/complete', Object.fromEntries(redirectUrl));
}

async function notifyPlayer(player: Player): Promise<void> {
  await context.deps.db.transaction((tx) =>
    enqueueNotification(
      tx,
      context.deps,
      createTestDraft({
        userId: player.userId,
        kind: 'match_proposed',
        title: 'A squad for you',
        lines: ['“Tonight” – with everybody.'],
        link: { label: 'See the match', path: '/protocol/matches' },
        dedupeKey: `recording:${++cause}`,
      }),
    ),
  );
  for (let minutes = 0; minutes < 3; minutes++) {
    await deliverNotifications(context.deps, new AbortController().signal);
    context.setNow(new Date(context.deps.now().getTime() + MINUTE_MS));
  }
}

/** Runs every user journey that calls one of these vendors, including failures. */
async function allJourneys(spoil?: Parameters<typeof createRecordedVendors>[0]): Promise<void> {
  vendors = createRecordedVendors(spoil);
  context.deps.fetch = vendors.fetch;
  context.setNow('2026-03-03T17:00:00Z');
  expect(listAvailableChannels(context.deps)).toEqual(['sms', 'discord', 'push']);

  await signIn('twitch', { login: 'nova' });
  await signIn('twitch', { login: 'no_email' });
  await expect(signIn('twitch', { login: 'bad_code' })).rejects.toThrow();
  await signIn('discord', { username: 'nova', answer: 'allow' });

  for (const username of ['hooper', 'closed-dms', 'stranger', 'rate-limited', 'outage']) {
    const player = await makePlayer(context.deps, { preferred_contact: 'discord' });
    await connectDiscord(player, username);
    await notifyPlayer(player);
  }
  const numbers = ['+12125550100', ...['01', '04', '09', '10', '11', '12', '13'].map((end) => `+150055500${end}`)];
  for (const phone of numbers)
    await notifyPlayer(await makePlayer(context.deps, { preferred_contact: 'phone', phone }));

  const streaming = await makePlayer(context.deps, {}, { twitch: { login: 'nora_live', id: '77' } });
  const throttled = await makePlayer(context.deps, {}, { twitch: { login: 'throttled', id: '78' } });
  for (const player of [streaming, throttled]) {
    await context.app.request(`/api/profiles/live?ids=${player.userId}`);
    context.setNow(new Date(context.deps.now().getTime() + 2 * MINUTE_MS));
  }

  const wallet = { method: 'POST', body: JSON.stringify({ name: 'recording', tokens: 150_000 }) };
  const { address } = (await (await vendors.app.request('/sandbox/solana/wallets', wallet)).json()) as {
    address: string;
  };
  const solana = readSolanaConfig(context.deps.env)!;
  for (const owner of [address, solana.mint]) await readTokens(solana, context.deps.fetch, owner);

  const { findings } = await checkGoingLive(context.deps);
  const vendorFindings = findings.filter(({ vendor }) => ['Discord', 'Twitch', 'Twilio', 'Solana'].includes(vendor));
  expect(vendorFindings.map(({ id, state }) => [id, state])).toContainEqual(['solana.mint', 'met']);
}

test("matches the vendors' published schemas in every call and response", async () => {
  await allJourneys();
  expect(vendors.differences).toEqual([]);
  // The recording covers every call we make, including failures.
  expect([...new Set(vendors.calls.map((one) => one.call))].sort()).toEqual([...PUBLISHED_CALLS].sort());
  const statuses = new Set(vendors.calls.map((one) => one.status));
  expect([200, 201, 400, 403, 429, 500, 503].filter((status) => !statuses.has(status))).toEqual([]);
  expect(vendors.calls.length).toBeGreaterThan(50);
}, 60_000);

test('detects a response that differs from the published schema', async () => {
  vendors = createRecordedVendors({
    spoil: (name, response) =>
      name.startsWith('Helix') ? Response.json({ data: [{ user_login: 'nora_live' }] }) : response,
  });
  context.deps.fetch = vendors.fetch;
  await signIn('twitch', { login: 'nova' }).catch(() => {});
  expect(vendors.differences.join()).toContain('Helix GET /users: answer 200.data.0.id');
});
