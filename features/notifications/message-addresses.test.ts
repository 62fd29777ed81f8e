import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_PAGES, type PageAddress, paths } from '../../content/paths.ts';
import { renderMail } from '../../integrations/mail/mail-layout.ts';
import { english } from '../../messages/lazy-text.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import type { Senders } from './channels.commands.ts';
import { CHANNELS, type Channel } from './channels.schema.ts';
import { runDelivery } from './delivery.commands.ts';
import type { Message } from './delivery.queries.ts';
import { enqueueNotification, readInbox } from './notifications.commands.ts';
import { type Inbox, KINDS, type Kind, type Link, type MessageAction } from './notifications.schema.ts';
import { createPushPayload } from './push/push-payload.wording.ts';
import { formatDiscordText, formatShortText, toAbsoluteLink } from './short-messages.wording.ts';
import { createTestDraft } from './test-drafts.ts';

const ORIGIN = 'https://planetcrew.example';
const MATCH = '3f0c6a58-9a52-4a4e-8a52-0e9d5b1c7a11';
const ADDRESS = paths.match(MATCH);
const ACCEPT: MessageAction = { label: 'Accept', path: paths.respondTo(MATCH, 'accept') };

const isActionPage = (address: string) =>
  ACTION_PAGES.some((page) => new URL(address, ORIGIN).pathname === (paths[page] as string));
/** Returns the URLs in a text that don't have a label before them. */
const listUnlabeled = (text: string) =>
  text.split('\n').flatMap((line, at, lines) => {
    const [address] = line.match(/https:\/\/[^\s>]+/) ?? [];
    const isLabel = /^[^:]+: <?https:/.test(line) || /^[^:]+:$/.test(lines[at - 1] ?? '');
    return address && !isLabel ? [address] : [];
  });

/** URLs that each channel opens without a tap on a labeled button. */
const ADDRESS_READERS: Record<Channel, (message: Message) => string[]> = {
  sms: (message) => formatShortText(english, ORIGIN, message).match(/https:\/\/\S+/g) ?? [],
  discord: (message) => listUnlabeled(formatDiscordText(english, ORIGIN, message)),
  email: ({ title, lines, actions }) =>
    listUnlabeled(
      renderMail({
        ...{ title, lines, language: 'en', reason: 'You asked for it.' },
        links: actions.map((one) => toAbsoluteLink(ORIGIN, one)),
      }).text,
    ),
  push: (message) => [createPushPayload(english, message, new Date()).path],
};

describe("a message's URL", () => {
  let context: TestContext;
  let player: Player;
  beforeAll(async () => {
    context = await openTestContext();
    player = await makePlayer(context.deps);
  });
  afterAll(() => context.close());

  const write = (kind: Kind) =>
    context.deps.db.transaction((tx) =>
      enqueueNotification(
        tx,
        context.deps,
        createTestDraft({
          ...{ userId: player.userId, kind, title: `About ${kind}`, lines: ['One.'], dedupeKey: crypto.randomUUID() },
          ...{ link: { label: 'See the match', path: ADDRESS }, actions: [ACCEPT], channels: [...CHANNELS] },
        }),
      ),
    );
  const claimLatest = async (kind: Kind): Promise<Message> => {
    const messages: Message[] = [];
    const capture = async ({ message }: { message: Message }, also: Message[]) => {
      messages.push(message, ...also);
      return { outcome: 'sent' as const, id: 'x' };
    };
    const senders: Senders = { email: capture };
    await runDelivery(context.deps, senders, new AbortController().signal);
    return messages.find((message) => message.kind === kind)!;
  };

  it.each(Object.keys(KINDS) as Kind[])(
    "never performs an action when the message's kind is %s, on any channel",
    async (kind) => {
      await write(kind);
      const message = await claimLatest(kind);
      expect(message.address).toBe(ADDRESS);
      expect(message.actions).toEqual([ACCEPT, { label: 'See the match', path: ADDRESS }]);
      for (const channel of CHANNELS)
        expect(ADDRESS_READERS[channel](message).filter(isActionPage), channel).toEqual([]);
      const { items } = JSON.parse(await readInbox(context.deps, toActor(player), {})) as Inbox;
      expect(items[0]).toMatchObject({ kind, address: ADDRESS });
      const headers = { Authorization: `Bearer ${player.accessToken}` };
      const home = await context.app.request('/api/dashboard', { headers });
      const { activity } = (await home.json()) as { activity: { title: string; path: string }[] };
      expect(activity.find(({ title }) => title === `About ${kind}`)?.path).toBe(ADDRESS);
    },
  );

  it.each([
    [[ACCEPT, { label: 'See the match', path: paths.matches }], ADDRESS],
    [[{ label: 'See the match', path: paths.lfg }], paths.lfg],
    [[], null],
  ])('is filled in for a message that an older node wrote', async (links, address) => {
    const { rows } = await context.deps.db.execute(sql`
      insert into notification_outbox (user_id, kind, dedupe_key, title, lines, links, created_at)
      values (${player.userId}, 'match_proposed', ${crypto.randomUUID()}, 'Old', '{}', ${JSON.stringify(links)}, now())
      returning address`);
    expect(rows).toEqual([{ address }]);
  });

  it('rejects action URLs and arbitrary text at compile time', () => {
    const open = (address: PageAddress, link?: Link) => [address, link];
    open(paths.lfg);
    open(paths.match(MATCH));
    // @ts-expect-error a link that answers a match isn't a page's URL
    open(paths.respondTo(MATCH, 'accept'));
    // @ts-expect-error the page that answers automatically isn't one either
    open(paths.respond);
    // @ts-expect-error the return path may lead to a page that acts
    open(paths.authReturningTo(paths.respondTo(MATCH, 'accept')));
    // @ts-expect-error arbitrary text may be any URL
    open(`/protocol/respond?m=${MATCH}&a=accept`);
    // @ts-expect-error an action isn't a URL
    open(ACCEPT);
    // @ts-expect-error an action isn't a link
    open(paths.lfg, ACCEPT);
    expect(ACTION_PAGES).toContain('respond');
  });
});
