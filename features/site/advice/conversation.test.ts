import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../../server/test-deps.ts';
import { DAY_MS } from '../../../time/units.ts';
import { makeUser } from '../../accounts/accounts.factory.ts';
import { deleteUser } from '../../accounts/accounts.queries.ts';
import { listEverythingAbout } from '../../accounts/own-data/test-own-data.ts';
import { upsertEntitlement } from '../../payments/entitlements.queries.ts';
import { makePlayer } from '../../profiles/profiles.factory.ts';
import { makeSquad } from '../../squads/squads.factory.ts';
import { saveCrewDna } from '../crew-dna/crew-dna.queries.ts';
import type { Progress } from '../milestones/milestones.schema.ts';
import type { AdviceConversation, AdviceTurn, FilledChips, Wishes } from './advice.schema.ts';
import { adviceTurns } from './advice.tables.ts';
import type { BuildMilestones, SavedBuilds } from './saved-builds.schema.ts';
import { NO_WISHES } from './wishes.rules.ts';

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

type Holder = { userId: string; accessToken: string };
type Refused = { error: { message: string; field?: string } };

async function ask<T>(user: Holder, method: string, path: string, json?: unknown) {
  const response = await context.app.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${user.accessToken}` },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const askQuestion = async (user: Holder, text: string) =>
  (await ask<AdviceTurn>(user, 'POST', '/api/build-advice', { text })).body;

async function withPro<P extends Holder>(person: P): Promise<P> {
  const foundersExpiresAt = new Date(Date.now() + DAY_MS);
  await upsertEntitlement(context.deps.db, { userId: person.userId, foundersExpiresAt, updatedAt: new Date() });
  return person;
}
const makePro = async () => withPro(await makeUser(context.deps));

describe("the build assistant's conversation", () => {
  it('builds on the chips of the last answer, in the order of the questions', async () => {
    const me = await makePro();
    const first = await askQuestion(me, '6\'9" power forward, no shooting');
    const second = await askQuestion(me, 'our squad lacks steals');
    expect(first.answer.card).toMatchObject({ position: 'PF', height_cm: 206 });
    expect(second.answer.wishes).toEqual({
      ...NO_WISHES,
      ...{ chips: ['position.PF', 'avoid.shooting', 'lack.steals'], height_cm: 206 },
    });
    expect(second.answer.card.attributes.find(({ id }) => id === 'three')!.rating).toBe(25);
    const { body } = await ask<AdviceConversation>(me, 'GET', '/api/build-advice');
    expect(body).toEqual({ sample: false, turns: [first, second], known: [], wishes: second.answer.wishes });
  });

  it('computes the build from existing chips and ignores the text', async () => {
    const me = await makePro();
    const wishes: Wishes = { ...NO_WISHES, chips: ['position.C'], weight_lb: 117 };
    const { body } = await ask<AdviceTurn>(me, 'POST', '/api/build-advice', { text: 'point guard', wishes });
    expect(body).toMatchObject({ question: 'point guard', answer: { card: { position: 'C' } } });
    // The lightest center is heavier, so that's what the answer shows.
    expect(body.answer.wishes!.weight_lb).toBe(body.answer.card.weight_lb);
    const { body: buildTurn } = await ask<AdviceTurn>(me, 'POST', '/api/build-advice', { wishes });
    expect(buildTurn.question).toBe(buildTurn.answer.card.title);
  });

  it('adds chips to the existing ones and says so when the text contains none', async () => {
    const me = await makePro();
    const fillChipsFrom = async (text: string, wishes: Wishes) =>
      (await ask<FilledChips>(me, 'POST', '/api/build-advice/chips', { text, wishes })).body;
    const result = await fillChipsFrom('Pívot, sin triples', { ...NO_WISHES, chips: ['position.PG', 'level.elite'] });
    expect(result).toEqual({
      wishes: { ...NO_WISHES, chips: ['level.elite', 'position.C', 'avoid.three'] },
      ...{ filled_by: 'rules', found: true },
    });
    expect(await fillChipsFrom('good morning', result.wishes)).toEqual({ ...result, found: false });
  });

  it.each([
    [{}, 'text', 'Name a position, a height or a skill, or add a chip.'],
    [{ text: 'hello' }, 'text', 'Name a position, a height or a skill, or add a chip.'],
    [{ text: 'x'.repeat(1001) }, 'text', 'Keep it to 1,000 characters.'],
    [{ text: 'point guard or center' }, 'wishes', 'Choose one position: Point guard or Center.'],
    [{ wishes: { ...NO_WISHES, chips: ['position.QB'] } }, 'wishes.chips.0', 'This chip doesn’t exist. Remove it.'],
    [{ wishes: { ...NO_WISHES, chips: ['level.elite', 'level.elite'] } }, 'wishes.chips', 'Use each chip once.'],
    [{ wishes: { ...NO_WISHES, height_cm: 400 } }, 'wishes.height_cm', 'Choose 175 to 224 cm.'],
  ])('refuses %j and says what to do', async (json, field, message) => {
    const refusal = await ask<Refused>(await makePro(), 'POST', '/api/build-advice', json);
    expect(refusal).toMatchObject({ status: 422, body: { error: { message, field } } });
  });

  it('shows and saves answers of earlier versions', async () => {
    const me = await makePro();
    const { answer } = await askQuestion(me, 'center');
    const { wishes: _none, ...older } = answer;
    const oldAnswer = {
      ...older,
      ...{ language: 'de' as const, sentences: ['Du spielst Center.'], model_words: ['Stark.'], next: ['Warum?'] },
    };
    const [row] = await context.deps.db
      .update(adviceTurns)
      .set({ answer: oldAnswer, question: 'Ein Center' })
      .where(eq(adviceTurns.userId, me.userId))
      .returning();
    const { body } = await ask<AdviceConversation>(me, 'GET', '/api/build-advice');
    expect([body.turns[0]!.answer, body.wishes]).toEqual([oldAnswer, NO_WISHES]);
    const response = await ask<SavedBuilds>(me, 'POST', '/api/builds', { turn_id: row!.id, name: 'Alt' });
    expect(response.body.builds[0]!.card).toEqual(answer.card);
    expect((await askQuestion(me, 'no dunks, guard, 6\'2"')).answer.wishes!.chips).toEqual(['avoid.dunking']);
  });

  it("starts with chips from the account's profile, squad and Crew DNA", async () => {
    const me = await withPro(
      await makePlayer(context.deps, { role: 'PG', height_in: 74, archetype_primary: 'Floor General' }),
    );
    const mate = await makePlayer(context.deps, { role: 'C' });
    const others = [
      mate,
      await makePlayer(context.deps),
      await makePlayer(context.deps),
      await makePlayer(context.deps),
    ];
    await makeSquad(context.deps, [me, ...others]);
    const { body } = await ask<AdviceConversation>(me, 'GET', '/api/build-advice');
    expect(body.wishes).toMatchObject({ height_cm: 188 });
    expect(body.wishes.chips.slice(0, 2)).toEqual(['position.PG', 'archetype.general']);
    const { answer } = await askQuestion(me, 'I want more steals');
    expect(answer.card).toMatchObject({ position: 'PG', height_cm: 188, archetype: 'Floor General' });
    expect(answer.sentences.join(' ')).toMatch(/In .* others play .*center/);

    const dna = await makePro();
    // A profile with only default values says nothing about the player.
    await ask(dna, 'POST', '/api/profiles/me/arrival', { timezone: 'Europe/Berlin' });
    await saveCrewDna(
      context.deps.db,
      dna.userId,
      {
        ...{ position: 'pf', roleType: 'rebounder', playstyle: 'Calm', schedule: ['Weekday Evenings'], region: 'EU' },
        ...{ platform: 'ps', hasMic: true, goals: 'A five', grindLevel: 'comp', timezone: 'cet' },
      },
      new Date(),
    );
    expect((await ask<AdviceConversation>(dna, 'GET', '/api/build-advice')).body.wishes).toEqual({
      ...NO_WISHES,
      chips: ['position.PF', 'archetype.glass'],
    });
    expect((await askQuestion(dna, 'what should I play?')).answer.card).toMatchObject({
      position: 'PF',
      archetype: 'Glass Cleaner',
    });
  });

  it('keeps the last twenty questions until cleared, separately for each account', async () => {
    const [me, other] = [await makePro(), await makePro()];
    await askQuestion(other, 'center');
    for (let index = 0; index < 22; index += 1) await askQuestion(me, `point guard number ${index + 1}`);
    const { body } = await ask<AdviceConversation>(me, 'GET', '/api/build-advice');
    expect(body.turns).toHaveLength(20);
    expect(body.turns[0]!.question).toBe('point guard number 3');
    expect((await ask<AdviceConversation>(me, 'DELETE', '/api/build-advice')).body.turns).toEqual([]);
    expect((await ask<AdviceConversation>(other, 'GET', '/api/build-advice')).body.turns).toHaveLength(1);
  });

  it('answers concurrent questions one after the other', async () => {
    const me = await makePro();
    await Promise.all([askQuestion(me, 'center'), askQuestion(me, 'point guard')]);
    const { body } = await ask<AdviceConversation>(me, 'GET', '/api/build-advice');
    expect(body.turns.map(({ answer }) => answer.card.position).sort()).toEqual(['C', 'PG']);
  });

  it('shows a labeled sample and refuses questions without Pro', async () => {
    const me = await makeUser(context.deps);
    const { body } = await ask<AdviceConversation>(me, 'GET', '/api/build-advice');
    expect(body.sample).toBe(true);
    expect(body.turns.map(({ answer }) => answer.card.title)).toEqual(['Slashing Playmaker Point Guard']);
    const refusal = await ask<Refused>(me, 'POST', '/api/build-advice', { text: 'center' });
    expect(refusal.status).toBe(403);
    expect(refusal.body.error.message).toBe('The AI Build Assistant comes with Pro. Compare the plans at /plans.');
  });

  it('appears in the data export and is deleted with the account', async () => {
    const me = await makePro();
    const turn = await askQuestion(me, 'center, no shooting');
    await ask(me, 'POST', '/api/builds', { turn_id: turn.id, name: 'Tower' });
    const data = await listEverythingAbout(context.deps.db, me.userId);
    expect(data.advice_turns).toMatchObject([{ question: 'center, no shooting' }]);
    expect(data.saved_builds).toMatchObject([{ name: 'Tower' }]);
    await deleteUser(context.deps.db, me.userId);
    const exportedData = await listEverythingAbout(context.deps.db, me.userId);
    expect([exportedData.advice_turns, exportedData.saved_builds]).toEqual([undefined, undefined]);
  });
});

describe('saved builds', () => {
  const saveBuild = async (me: Holder, text: string, name: string) => {
    const turn = await askQuestion(me, text);
    return ask<SavedBuilds>(me, 'POST', '/api/builds', { turn_id: turn.id, name });
  };

  it('can be saved, renamed and deleted, and are listed newest first', async () => {
    const me = await makePro();
    await saveBuild(me, 'center, no shooting', 'Tower');
    const { body } = await saveBuild(me, 'Scharfschütze, shooting guard', '  Distance  ');
    expect(body.builds.map(({ name, card }) => [name, card.title])).toEqual([
      ['Distance', 'Sharpshooter Shooting Guard'],
      ['Tower', expect.stringContaining('Center')],
    ]);
    const { id } = body.builds[0]!;
    const renameResponse = await ask<SavedBuilds>(me, 'PATCH', `/api/builds/${id}`, { name: 'Deep' });
    expect(renameResponse.body.builds[0]!.name).toBe('Deep');
    expect((await ask<SavedBuilds>(me, 'DELETE', `/api/builds/${id}`)).body.builds.map(({ name }) => name)).toEqual([
      'Tower',
    ]);
    await ask(me, 'DELETE', '/api/build-advice');
    expect((await ask<SavedBuilds>(me, 'GET', '/api/builds')).body.builds).toHaveLength(1);
  });

  it.each([
    ['', 'Give the build a name.'],
    ['\u200b ', 'Give the build a name.'],
    ['x'.repeat(61), 'Keep the name to 60 characters.'],
  ])('explain why the name "%s" is refused', async (name, message) => {
    const refusal = await ask<Refused>(await makePro(), 'POST', '/api/builds', { turn_id: crypto.randomUUID(), name });
    expect(refusal).toMatchObject({ status: 422, body: { error: { message, field: 'name' } } });
  });

  it('are limited to twenty, even with concurrent saves', async () => {
    const me = await makePro();
    const turn = await askQuestion(me, 'center');
    const save = () => ask<Refused>(me, 'POST', '/api/builds', { turn_id: turn.id, name: 'One more' });
    for (let index = 0; index < 19; index += 1) await save();
    const last = await Promise.all([save(), save()]);
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await save()).body.error.message).toBe('You already have 20 saved builds. Remove one first.');
  });

  it("can only be saved from the player's own answers and are hidden from others", async () => {
    const [me, other] = [await makePro(), await makePro()];
    const turn = await askQuestion(me, 'center');
    expect((await ask(other, 'POST', '/api/builds', { turn_id: turn.id, name: 'Theirs' })).status).toBe(404);
    const { body } = await saveBuild(me, 'center', 'Mine');
    const path = `/api/builds/${body.builds[0]!.id}`;
    expect((await ask(other, 'PATCH', path, { name: 'Theirs' })).status).toBe(404);
    expect((await ask(other, 'POST', `${path}/milestones`)).status).toBe(404);
    expect((await ask(other, 'DELETE', path)).status).toBe(404);
  });

  it('add their milestones only once, with Pro, up to the milestone limit', async () => {
    const me = await makePro();
    const { body } = await saveBuild(me, '6\'4" sharpshooter', 'Distance');
    const path = `/api/builds/${body.builds[0]!.id}/milestones`;
    for (let index = 0; index < 17; index += 1) await ask(me, 'POST', '/api/milestones', { title: `Own ${index}` });
    const { body: first } = await ask<BuildMilestones>(me, 'POST', path);
    expect([first.added, first.progress.milestones.length]).toEqual([3, 20]);
    expect(first.progress.milestones[17]!.title).toMatch(/^Three-point shot to \d\d$/);
    expect((await ask<Refused>(me, 'POST', path)).body.error.message).toBe(
      'You’ve reached the limit of 20 milestones. Remove one first.',
    );
    for (const { id } of first.progress.milestones.slice(0, 17)) await ask(me, 'DELETE', `/api/milestones/${id}`);
    await ask<BuildMilestones>(me, 'POST', path);
    expect((await ask<Refused>(me, 'POST', path)).body.error.message).toBe(
      'These milestones are already in your tracker.',
    );
    const { body: progress } = await ask<Progress>(me, 'GET', '/api/milestones');
    expect(new Set(progress.milestones.map(({ title }) => title)).size).toBe(progress.milestones.length);
    await upsertEntitlement(context.deps.db, {
      userId: me.userId,
      foundersExpiresAt: new Date(0),
      updatedAt: new Date(),
    });
    expect((await ask(me, 'POST', path)).status).toBe(403);
    expect((await ask<SavedBuilds>(me, 'GET', '/api/builds')).body.builds).toHaveLength(1);
    expect((await ask(me, 'DELETE', path.replace('/milestones', ''))).status).toBe(200);
  });
});
