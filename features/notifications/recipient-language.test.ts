import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailSandbox, startMailSandbox } from '../../integrations/mail/mail.sandbox.ts';
import type { Translator } from '../../messages/translator.ts';
import { getTranslator } from '../../messages/translators.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { formatReaderTime } from '../../time/reader-times.ts';
import { makeUser } from '../accounts/accounts.factory.ts';
import { banUser } from '../moderation/bans.commands.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { getTimePreferences } from '../profiles/player-views.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { chooseLanguage } from '../profiles/test-languages.ts';
import { deliverNotifications } from './delivery.commands.ts';
import { enqueueNotification, enqueueNotifications } from './notifications.commands.ts';
import * as messages from './notifications.messages.ts';
import { listOutbox } from './notifications.queries.ts';
import { openBrowsers } from './push/test-browser.ts';
import { formatDiscordText, formatShortText } from './short-messages.wording.ts';

let context: TestContext;
let sandbox: MailSandbox;
beforeAll(async () => {
  sandbox = await startMailSandbox();
  context = await openTestContext({ LANGUAGES: 'en,fr' });
  context.deps.env = { ...context.deps.env, SMTP_URL: sandbox.url };
  context.setNow('2026-03-03T17:00:00Z');
});
afterAll(async () => {
  await context.close();
  await sandbox.close();
});

async function makeFrenchPlayer(): Promise<Player> {
  const player = await makePlayer(context.deps, { timezone: 'America/New_York' });
  await chooseLanguage(context.deps, player, 'fr');
  return player;
}

const readReceived = async (to: string) => {
  const response = await sandbox.app.request(`/messages.json?to=${encodeURIComponent(to)}`);
  return ((await response.json()) as { messages: { subject: string; text: string; html: string }[] }).messages;
};

describe('a message to someone who reads French', () => {
  it('is written in French even when an English reader caused it', async () => {
    const admin = await makeAdmin(context.deps);
    const [french, english] = [await makeUser(context.deps), await makeUser(context.deps)];
    await chooseLanguage(context.deps, french, 'fr');
    for (const { userId } of [french, english]) {
      await context.deps.db.transaction((tx) =>
        banUser(tx, context.deps, admin, { userId, reason: 'Spam', days: 30, scope: 'all' }),
      );
    }
    const [[toFrench], [toEnglish]] = [
      await listOutbox(context.deps.db, french.userId),
      await listOutbox(context.deps.db, english.userId),
    ];
    expect(toFrench).toMatchObject({
      title: 'Ton compte est banni temporairement',
      lines: expect.arrayContaining(['Si tu penses que c’est une erreur, tu peux faire un recours.']),
    });
    expect(toEnglish).toMatchObject({ title: "You're temporarily banned" });
  });

  it('is sent in an email whose other texts are in French too', async () => {
    const player = await makeFrenchPlayer();
    for (const dedupeKey of ['first', 'second', 'third']) {
      await context.deps.db.transaction((tx) =>
        enqueueNotification(tx, context.deps, {
          userId: player.userId,
          write: (t) => ({ kind: 'lfg', title: t(messages.lockScreenLfgTitle), lines: [], dedupeKey }),
        }),
      );
    }
    await deliverNotifications(context.deps, new AbortController().signal);
    const [mail] = await readReceived(player.email);
    expect(mail!.subject).toMatch(/ et 2 /);
    expect(mail!.html).toContain('<html lang="fr">');
    expect(mail!.text).toMatch(
      /Tu reçois cet e-mail parce que tu as activé ce type d’e-mails\s: .*Candidatures envoyées et reçues.*\nNe plus les recevoir: https?:/,
    );
  });

  it('is entirely in French on every other channel', async () => {
    const player = await makeFrenchPlayer();
    const browsers = openBrowsers(context);
    const { subscription, status } = await browsers.turnOn(player);
    expect(status).toBe(200);
    await context.deps.db.transaction((tx) =>
      enqueueNotification(tx, context.deps, {
        userId: player.userId,
        write: () => ({ kind: 'match_mutual', title: 'Nova', lines: ['…'], channels: ['push'], dedupeKey: 'push' }),
      }),
    );
    await deliverNotifications(context.deps, new AbortController().signal);
    const [push] = await browsers.sentTo(subscription);
    expect(push!.payload).toMatchObject({
      title: 'Tout le monde a accepté',
      body: 'Ta squad est au complet. Ouvre pour dire bonjour.',
    });
    const t = getTranslator('fr');
    expect(formatShortText(t, 'https://x.example', { title: 'Salut', lines: [], address: null })).toBe(
      'Planet Crew\u00a0: Salut',
    );
    const actions = [{ label: 'Voir', path: '/protocol/lfg' as const }];
    expect(formatDiscordText(t, 'https://x.example', { title: 'Salut', lines: [], actions })).toBe(
      '**Salut**\nVoir\u00a0: <https://x.example/protocol/lfg>',
    );
  });
});

it("names times on the clock of the recipient's language, not of their region", async () => {
  const [french, english] = [
    await makeFrenchPlayer(),
    await makePlayer(context.deps, { timezone: 'America/New_York' }),
  ];
  const { db } = context.deps;
  const readers = await getTimePreferences(db, [french.userId, english.userId]);
  const write = (userId: string) => (t: Translator) => ({
    kind: 'lfg' as const,
    title: formatReaderTime(t, '2026-03-03T23:30:00Z', 'weekday-clock', readers.get(userId)!),
    lines: [],
    dedupeKey: 'clock',
  });
  await db.transaction((tx) =>
    enqueueNotifications(
      tx,
      context.deps,
      [french, english].map(({ userId }) => ({ userId, write: write(userId) })),
    ),
  );
  const titles = [french, english].map(async ({ userId }) => (await listOutbox(db, userId))[0]!.title);
  expect(await Promise.all(titles)).toEqual(['mar. 18:30', 'Tue 6:30 PM']);
});

describe('notification settings', () => {
  it('are named in the language of the request', async () => {
    const { accessToken } = await makePlayer(context.deps);
    const read = async (language: string) => {
      const response = await context.app.request('/api/notifications/preferences', {
        headers: { Authorization: `Bearer ${accessToken}`, 'Accept-Language': language },
      });
      return ((await response.json()) as { kinds: { label: string }[] }).kinds[0]!.label;
    };
    expect([await read('fr'), await read('en')]).toEqual(['Sécurité du compte', 'Account security']);
  });
});
