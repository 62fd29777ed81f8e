import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../content/paths.ts';
import { availableChannels, openSenders } from '../features/notifications/channels.commands.ts';
import { byChannel, CHANNEL_FACTS, CHANNELS } from '../features/notifications/channels.schema.ts';
import type { Claim } from '../features/notifications/delivery.queries.ts';
import type { Deps } from './deps.ts';
import { readEnv } from './env.ts';
import { openSandboxes, type Sandboxes } from './sandboxes.ts';

describe('a demonstration', () => {
  let sandboxes: Sandboxes;
  let deps: Deps;
  const visit = (address: string, init?: RequestInit) => {
    const { pathname, search } = new URL(address, 'http://localhost');
    return sandboxes.app.request((pathname.slice(paths.sandbox.length) || '/') + search, init);
  };
  const entrances = async () => {
    const front = await (await visit(paths.sandbox)).text();
    return [...front.matchAll(/<li><a href="([^"]+)"/g)].map(([, address]) => address!);
  };
  /** What people find inside; sign-in is a page of the product, and the clock needs its database. */
  const within = async () =>
    (await entrances()).filter((address) => address.startsWith(`${paths.sandbox}/`) && !address.endsWith('/clock'));

  beforeAll(async () => {
    const env = readEnv({ NODE_ENV: 'test' });
    sandboxes = await openSandboxes({ ...env, DATABASE_URL: 'postgres://nowhere' });
    const fetcher = (async (url, init) => visit(String(url), init)) as typeof fetch;
    deps = { env: { ...env, ...sandboxes.variables }, fetch: fetcher } as Deps;
  });
  afterAll(() => sandboxes.close());

  test('can use every channel', () => {
    expect(availableChannels(deps)).toEqual(CHANNELS);
  });

  test.each(CHANNELS)('shows a message by %s in a place that its front page leads to', async (channel) => {
    const title = `Told by ${channel} ${crypto.randomUUID()}`;
    const made = { email: 'a@example.org', phone: '+12125550100' };
    const addresses = byChannel((each) =>
      CHANNEL_FACTS[each].recipient ? made[CHANNEL_FACTS[each].recipient] : '15550100',
    );
    const message = { kind: 'test', title, lines: [], links: [], attachments: [], addresses, unsubscribeToken: null };
    const { senders, close } = openSenders(deps);
    const claim = { deliveryId: crypto.randomUUID(), message } as unknown as Claim;
    expect(await senders[channel]!(claim, [])).toMatchObject({ outcome: 'sent' });
    close();
    const pages = await Promise.all((await within()).map(async (address) => (await visit(address)).text()));
    expect(pages.filter((page) => page.includes(title))).toHaveLength(1);
  });

  test('leads to its stand-ins, which answer', async () => {
    const all = await entrances();
    expect(all).toEqual([...new Set(all)]);
    expect(all).toContain(paths.auth);
    expect(all).toContain(`${paths.sandbox}/clock`);
    expect(await within()).toHaveLength(all.length - 2);
    for (const address of await within()) expect((await visit(address)).status, address).toBe(200);
  });
});
