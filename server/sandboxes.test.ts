import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../content/paths.ts';
import { identifyActor } from '../features/accounts/sessions/sessions.commands.ts';
import { listAvailableChannels, openSenders } from '../features/notifications/channels.commands.ts';
import { CHANNEL_FACTS, CHANNELS, mapChannels } from '../features/notifications/channels.schema.ts';
import type { Claim } from '../features/notifications/delivery.queries.ts';
import { turnOnDevice } from '../features/notifications/push/push.commands.ts';
import type { Subscription } from '../features/notifications/push/push.schema.ts';
import { getPushKeys } from '../features/notifications/push/push-keys.commands.ts';
import { makePlayer, type Player } from '../features/profiles/profiles.factory.ts';
import type { Deps } from './deps.ts';
import { readEnv } from './env.ts';
import { openSandboxes, type Sandboxes } from './sandboxes.ts';
import { openTestContext, type TestContext } from './test-deps.ts';

describe('a demo', () => {
  let sandboxes: Sandboxes;
  let context: TestContext;
  let deps: Deps;
  /** A player who has turned on push notifications in the sandbox's browser. */
  let player: Player;
  const visit = (address: string, init?: RequestInit) => {
    const { pathname, search } = new URL(address, 'http://localhost');
    return sandboxes.app.request((pathname.slice(paths.sandbox.length) || '/') + search, init);
  };
  const listEntrances = async () => {
    const front = await (await visit(paths.sandbox)).text();
    return [...front.matchAll(/<li><a href="([^"]+)"/g)].map(([, address]) => address!);
  };
  /** Lists the sandboxes under /sandbox. Sign-in is a page of the product, and the clock needs the database. */
  const listWithin = async () =>
    (await listEntrances()).filter((address) => address.startsWith(`${paths.sandbox}/`) && !address.endsWith('/clock'));

  beforeAll(async () => {
    const env = readEnv({ NODE_ENV: 'test' });
    sandboxes = await openSandboxes({ ...env, DATABASE_URL: 'postgres://nowhere' });
    const fetcher = (async (url, init) => visit(String(url), init)) as typeof fetch;
    context = await openTestContext();
    deps = { ...context.deps, env: { ...env, ...sandboxes.variables }, fetch: fetcher };
    player = await makePlayer(deps);
    const device = await visit(`${paths.sandbox}/push/subscriptions`, {
      method: 'POST',
      body: JSON.stringify({ applicationServerKey: (await getPushKeys(deps)).publicKey }),
    });
    const actor = await identifyActor(deps, player.accessToken);
    await turnOnDevice(deps, actor!, { subscription: (await device.json()) as Subscription }, null);
  });
  afterAll(async () => {
    await sandboxes.close();
    await context.close();
  });

  test('lists exactly the services that its sandboxes replace', () => {
    const replacedPurposes = new Set(
      deps.env.keys.map((key) => key.for).filter((purpose) => deps.env.sandboxesByPurpose[purpose]),
    );
    expect([...replacedPurposes].sort()).toEqual(
      [
        'Connecting Discord',
        'Discord messages',
        'Email',
        'Payments',
        'SMS',
        'Sign-in with Twitch',
        'Token tiers',
      ].sort(),
    );
    expect(readEnv({ NODE_ENV: 'test' }).sandboxesByPurpose).toEqual({});
  });

  test('supports every channel', () => {
    expect(listAvailableChannels(deps)).toEqual(CHANNELS);
  });

  test.each(CHANNELS)('shows a message sent by %s on a page linked from the sandbox list', async (channel) => {
    const title = `Told by ${channel} ${crypto.randomUUID()}`;
    const contacts = { email: 'a@example.org', phone: '+12125550100' };
    const addresses = mapChannels((each) =>
      CHANNEL_FACTS[each].recipient ? contacts[CHANNEL_FACTS[each].recipient] : '15550100',
    );
    const message = {
      ...{
        kind: 'test',
        title,
        lines: [],
        address: null,
        actions: [],
        attachments: [],
        addresses,
        unsubscribeToken: null,
      },
      // A locked phone shows the full text only if the message has a deadline.
      ...{ userId: player.userId, urgent: true, topic: null, pushActions: [] },
      usefulUntil: new Date(Date.now() + 60_000),
    };
    const { senders, close } = openSenders(deps);
    const claim = { deliveryId: crypto.randomUUID(), message } as unknown as Claim;
    expect(await senders[channel]!(claim, [])).toMatchObject({ outcome: 'sent' });
    close();
    const pages = await Promise.all((await listWithin()).map(async (address) => (await visit(address)).text()));
    expect(pages.filter((page) => page.includes(title))).toHaveLength(1);
  });

  test('links to sandboxes that all respond', async () => {
    const all = await listEntrances();
    expect(all).toEqual([...new Set(all)]);
    expect(all).toContain(paths.auth);
    expect(all).toContain(`${paths.sandbox}/clock`);
    expect(await listWithin()).toHaveLength(all.length - 2);
    for (const address of await listWithin()) expect((await visit(address)).status, address).toBe(200);
  });
});
