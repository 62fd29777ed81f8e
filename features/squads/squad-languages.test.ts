import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../../messages/locales.ts';
import { runForReader } from '../../messages/reader-storage.ts';
import { getTranslator } from '../../messages/translators.ts';
import type { Refusal } from '../../server/refusal.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time/units.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import { chooseLanguage } from '../profiles/test-languages.ts';
import { writeInBatch } from '../threads/message-batching.commands.ts';
import { readThread } from '../threads/threads.commands.ts';
import { postMessage } from '../threads/threads.factory.ts';
import * as threadMessages from '../threads/threads.messages.ts';
import type { ThreadPage } from '../threads/threads.schema.ts';
import { notifyUnread } from '../threads/unread-news.commands.ts';
import { inviteToSquad } from './invitations/squad-invitations.commands.ts';
import { setPageEnabled } from './public-page/squad-pages.commands.ts';
import type { SquadPage } from './public-page/squad-pages.schema.ts';
import { renewCalendar } from './sessions/squad-calendars.commands.ts';
import { sendSessionReminders } from './sessions/squad-session-reminders.commands.ts';
import { proposeSession } from './sessions/squad-sessions.commands.ts';
import { endSquad, getSquad, leaveSquad } from './squads.commands.ts';
import { makeSquad } from './squads.factory.ts';
import type { OwnSquads } from './squads.schema.ts';

let context: TestContext;
let captain: Player;
let french: Player;
let mate: Player;
let squadId: string;
let name: string;

beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: LOCALES.join(',') });
});
afterAll(() => context.close());
beforeEach(async () => {
  const { deps } = context;
  context.setNow('2026-03-02T12:00:00Z');
  captain = await makePlayer(deps, { display_name: 'Cap Tain' });
  french = await makePlayer(deps, { timezone: 'Europe/Paris' });
  mate = await makePlayer(deps);
  await chooseLanguage(deps, french, 'fr');
  ({ squadId } = await makeSquad(deps, [captain, french, mate, await makePlayer(deps), await makePlayer(deps)]));
  ({ name } = await getSquad(deps, captain, squadId));
});

/** Returns a player's newest message of a kind. */
const readLatest = async (player: Player, kind: 'squad' | 'session') =>
  (await listOutbox(context.deps.db, player.userId)).find((one) => one.kind === kind)!;
const timeAfter = (ms: number) => new Date(context.deps.now().getTime() + ms);
const propose = () =>
  proposeSession(context.deps, captain, squadId, { starts_at: timeAfter(3 * DAY_MS), minutes: 120 });
async function ask<T>(player: Player, path: string, language: string): Promise<T> {
  const headers = { Authorization: `Bearer ${player.accessToken}`, 'Accept-Language': language };
  return (await context.app.request(path, { headers })).json() as Promise<T>;
}

describe('a squad notification', () => {
  it('invites a player in their own language', async () => {
    const guest = await makePlayer(context.deps);
    await chooseLanguage(context.deps, guest, 'fr');
    await inviteToSquad(context.deps, captain, squadId, guest.userId);
    expect(await readLatest(guest, 'squad')).toMatchObject({
      title: `Cap Tain t’invite à rejoindre ${name}`,
      lines: [expect.stringContaining('La squad compte 5 membres.'), expect.stringContaining('Accepte ou refuse ici')],
      actions: [{ label: 'Voir l’invitation' }],
    });
  });

  it("describes one event in each recipient's language", async () => {
    await propose();
    expect(await readLatest(french, 'session')).toMatchObject({
      title: `Cap Tain propose une session pour ${name}`,
      lines: [expect.anything(), 'Elle sera confirmée dès que vous serez cinq à venir.'],
    });
    expect((await readLatest(mate, 'session')).lines[1]).toBe('It’s on once five of you confirm.');
    await leaveSquad(context.deps, mate, squadId, 'break');
    expect(await readLatest(french, 'squad')).toMatchObject({
      title: expect.stringContaining('a quitté'),
      lines: [expect.stringMatching(/^Raison\s: une pause\.$/), 'La squad compte maintenant 4 membres.'],
      actions: [{ label: 'Ouvrir la salle de squad' }],
    });
  });

  it('reminds members of a session in their own language', async () => {
    await propose();
    context.setNow(timeAfter(2 * DAY_MS + HOUR_MS));
    await sendSessionReminders(context.deps, new AbortController().signal);
    expect(await readLatest(french, 'session')).toMatchObject({
      title: `${name} joue dans 24 heures`,
      lines: expect.arrayContaining(['Tu n’as pas encore répondu. Tu viens ?']),
    });
    expect((await readLatest(mate, 'session')).title).not.toContain('joue');
  });
});

describe('the squad chat in several languages', () => {
  it('notifies each reader of unread messages in their language', async () => {
    const { deps } = context;
    const subject = { kind: 'squad', subjectId: squadId } as const;
    await postMessage(deps, captain, subject, 'Anybody?');
    const { id } = await readThread(deps, captain, subject, {});
    await notifyUnread(deps, { threadId: id });
    const readTitle = async (player: Player) =>
      (await listOutbox(deps.db, player.userId)).find(({ kind }) => kind === 'thread')!.title;
    expect(await readTitle(french)).toMatch(/^Cap Tain a écrit dans .*$/);
    expect(await readTitle(mate)).toMatch(/^Cap Tain wrote in .*$/);
    await endSquad(deps, captain, squadId);
    const readClosed = async (language: string) =>
      (await ask<ThreadPage>(mate, `/api/threads/squad/${squadId}`, language)).closed;
    expect(await readClosed('en')).toBe('This chat has ended, so you can’t send messages in it anymore.');
    expect(await readClosed('fr')).toBe('Ce chat est terminé. Tu ne peux plus y envoyer de messages.');
  });
});

describe('messages sent at the same time', () => {
  it("are each refused in their author's language", async () => {
    const { deps } = context;
    const { id: threadId } = await readThread(deps, captain, { kind: 'squad', subjectId: squadId }, {});
    await endSquad(deps, captain, squadId);
    const send = (author: Player, locale: Locale) =>
      runForReader(getTranslator(locale), async () =>
        writeInBatch(deps, { threadId, authorId: author.userId, clientId: crypto.randomUUID(), body: 'Hello' }),
      ).catch((error: Refusal) => [error.code, error.message]);
    expect(await Promise.all([send(captain, 'en'), send(french, 'fr'), send(mate, 'de')])).toEqual([
      ['conflict', 'This chat has ended, so you can’t send messages in it anymore.'],
      ['conflict', 'Ce chat est terminé. Tu ne peux plus y envoyer de messages.'],
      ['conflict', getTranslator('de')(threadMessages.chatClosed)],
    ]);
  });
});

describe('response language', () => {
  it('follows Accept-Language', async () => {
    context.setNow(timeAfter(MINUTE_MS));
    await leaveSquad(context.deps, mate, squadId, 'unsaid');
    const read = async (language: string) => (await ask<OwnSquads>(mate, '/api/squads', language)).past.past[0]!.reason;
    expect([await read('en'), await read('fr-CA,fr;q=0.9')]).toEqual(['You left the squad.', 'Tu as quitté la squad.']);
    const refusal = await ask<{ error: { message: string } }>(mate, `/api/squads/${squadId}`, 'fr');
    expect(refusal.error.message).toBe('Squad introuvable, ou tu n’en fais plus partie.');
  });

  it('applies to the results of actions', async () => {
    const { id } = await readThread(context.deps, mate, { kind: 'squad', subjectId: squadId }, {});
    const response = await context.app.request(`/api/threads/${id}/mutes/${captain.userId}`, {
      method: 'PUT',
      headers: {
        Authorization: `Bearer ${mate.accessToken}`,
        'Accept-Language': 'fr',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ muted: true }),
    });
    expect(await response.json()).toEqual({ message: 'Sourdine activée' });
  });

  it("matches the calendar owner's language, whatever the calendar app asks for", async () => {
    await propose();
    await renewCalendar(context.deps, french, null);
    const { calendar_path } = await ask<OwnSquads>(french, '/api/squads', 'en');
    const text = await (await context.app.request(calendar_path!, { headers: { 'Accept-Language': 'de' } })).text();
    expect(text).toContain('X-WR-CALNAME:Squads Planet Crew');
    expect(text).toContain(`SUMMARY:${name} (pas encore confirmée)`);
  });

  it("matches the page's language in the link preview", async () => {
    await setPageEnabled(context.deps, captain, squadId, true);
    const path = `/api/squad-pages/${squadId}`;
    const [english, inFrench] = [await ask<SquadPage>(mate, path, 'en'), await ask<SquadPage>(mate, path, 'fr')];
    expect(inFrench.picture).toBe(`${english.picture}&lang=fr`);
    const draw = async (picture: string) =>
      Buffer.from(await (await context.app.request(picture, { headers: { 'Accept-Language': 'de' } })).arrayBuffer());
    const [one, other] = [await draw(english.picture), await draw(inFrench.picture)];
    expect(one.equals(other)).toBe(false);
    expect(one.equals(await draw(`${english.picture}&lang=xx`))).toBe(true);
  });
});
