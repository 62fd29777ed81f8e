import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import type { Player } from '../profiles/profiles.factory.ts';
import { chooseLanguage } from '../profiles/test-languages.ts';
import type { QueueState } from './queue.schema.ts';
import { createTestQueue } from './test-queue.ts';

let context: TestContext;
const people = createTestQueue(() => context);
beforeAll(async () => {
  context = await openTestContext({ LANGUAGES: 'en,fr' });
});
afterAll(() => context.close());
beforeEach(() => people.begin());

const readState = async (player: Player, language: string) => {
  const response = await context.app.request('/api/queue', {
    headers: { Authorization: `Bearer ${player.accessToken}`, 'Accept-Language': language },
  });
  return (await response.json()) as QueueState;
};

describe('the queue', () => {
  it('notifies each player in their own language, whoever caused the change', async () => {
    const players = await people.five();
    const [decliner, french, english] = players as [Player, Player, Player];
    await chooseLanguage(context.deps, french, 'fr');
    for (const one of players) await people.join(one);
    await people.tick();
    for (const one of players) await people.shown(one);
    for (const one of players.slice(1)) await people.answer(one, 'ready');
    await people.answer(decliner, 'not_now');
    people.later(21);
    await people.tick();
    const outcomes = [french, english].map(async (user) => (await people.state(user)).outcome?.sentence);
    expect(await Promise.all(outcomes)).toEqual([
      expect.stringMatching(/^Un joueur ne pouvait pas venir.* Tu restes dans la file/),
      expect.stringMatching(/^A player couldn’t make it.* You’re still in the queue/),
    ]);
  });

  it('answers in the language of the request', async () => {
    const [one] = await people.five();
    await people.join(one!);
    const [french, english] = [await readState(one!, 'fr'), await readState(one!, 'en')];
    expect(english.ticket!.relaxed[0]!.sentence).toMatch(/^After 1 minute/);
    expect(french.ticket!.relaxed[0]!.sentence).toMatch(/^(Après|Au bout)/);
  });

  it('asks for an answer in French by push, and confirms it in French without an open page', async () => {
    const players = await people.five();
    const [french] = players as [Player];
    await chooseLanguage(context.deps, french, 'fr');
    for (const one of players) await people.join(one);
    await people.tick();
    const { check } = await people.state(french);
    const { rows } = await context.deps.db.execute<{ title: string; push_actions: { body: { token: string } }[] }>(sql`
      select title, push_actions from notification_outbox where user_id = ${french.userId} and urgent`);
    expect(rows.map(({ title }) => title)).toEqual(['Match trouvé. Encore {seconds} s']);
    const response = await context.app.request(`/api/queue/checks/${check!.id}/answer-by-token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en' },
      body: JSON.stringify({ token: rows[0]!.push_actions[0]!.body.token, answer: 'ready' }),
    });
    expect(await response.json()).toEqual({ sentence: 'Tu es ready. Ouvre la page pour voir où en sont les autres.' });
  });
});
