import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { toActor } from '../accounts/accounts.factory.ts';
import { makeAdmin } from '../moderation/moderation.factory.ts';
import { listOutbox } from '../notifications/notifications.queries.ts';
import type { Player } from '../profiles/profiles.factory.ts';
import { makePlayer } from '../profiles/profiles.factory.ts';
import { runMatcherNow } from './matcher-runs/matcher-runs.commands.ts';
import { getMatch, listMatches } from './matches.commands.ts';
import { makeSquadProposal } from './matches.factory.ts';

describe('match explanations', () => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext();
    context.setNow('2026-03-03T12:00:00Z');
  });
  afterAll(() => context.close());

  const readExplanation = async (player: { userId: string; email: string }, id: string) =>
    (await getMatch(context.deps, toActor(player), id)).explanation.split('\n');
  const getEmail = async (player: Player) =>
    (await listOutbox(context.deps.db, player.userId)).find(({ kind }) => kind === 'match_proposed')!.lines;

  describe('for players in Paris and New York', () => {
    const createPair = async (language: string): Promise<{ id: string; east: Player; paris: Player }> => {
      const like = { languages: [language], region: 'NA-East' as const, crossplay: true, mic: true };
      const createHours = (start: string, end: string) => [{ days: ['Tue' as const], start, end }];
      const east = await makePlayer(context.deps, {
        ...like,
        display_name: `East ${language}`,
        role: 'PG',
        timezone: 'America/New_York',
        availability: createHours('14:00', '18:00'),
      });
      const paris = await makePlayer(context.deps, {
        ...like,
        display_name: `Paris ${language}`,
        role: 'C',
        timezone: 'Europe/Paris',
        mic: false,
        availability: createHours('20:00', '23:00'),
      });
      await runMatcherNow(context.deps);
      const { matches } = await listMatches(context.deps, toActor(east), undefined);
      return { id: matches[0]!.id, east, paris };
    };

    it('use each reader\'s own time zone, "you" and the other\'s name', async () => {
      const { id, east, paris } = await createPair('Occitan');
      const inEast = await readExplanation(east, id);
      const inParis = await readExplanation(paris, id);
      expect(inEast.slice(0, 2)).toEqual([
        'You and Paris Occitan are free Tue 2:00–5:00 PM (Eastern): 3 h a week together',
        'You play PG and Paris Occitan plays C',
      ]);
      expect(inParis.slice(0, 2)).toEqual([
        'You and East Occitan are free Tue 20:00–23:00 (Central European): 3 h a week together',
        'You play C and East Occitan plays PG',
      ]);
      expect(inEast).toContain('You and Paris Occitan speak Occitan; Paris Occitan has no microphone');
      expect(inParis).toContain('You and East Occitan speak Occitan; you have no microphone');
      expect(await getEmail(east)).toEqual(expect.arrayContaining(inEast));
      expect(await getEmail(paris)).toEqual(expect.arrayContaining(inParis));
    });

    it('store no sentences, so a new time zone or name shows on the next read', async () => {
      const { id, east, paris } = await createPair('Breton');
      const { rows } = await context.deps.db.execute<{ explanation: string; facts: unknown }>(
        sql`select explanation, facts from matches where id = ${id}`,
      );
      expect(rows[0]!.explanation).toBe('');
      expect(JSON.stringify(rows[0]!.facts)).not.toMatch(/Breton [a-z]| are | free|Eastern|PM/);
      await context.deps.db.execute(
        sql`update protocol_profiles set timezone = 'Asia/Tokyo', display_name = 'Moved' where id = ${paris.userId}`,
      );
      expect((await readExplanation(paris, id))[0]).toContain('Wed 4:00–7:00 AM (Japan)');
      expect((await readExplanation(east, id))[0]).toContain('You and Moved are free Tue 2:00–5:00 PM (Eastern)');
    });

    it('never say "you" to an admin', async () => {
      const { id, east, paris } = await createPair('Corsican');
      const sentences = await readExplanation(await makeAdmin(context.deps), id);
      expect(sentences[0]).toBe('Both are free Tue 7:00–10:00 PM (UTC): 3 h a week together');
      const seats = [`${east.profile.display_name} plays PG`, `${paris.profile.display_name} plays C`];
      expect([seats.join(' and '), seats.toReversed().join(' and ')]).toContain(sentences[1]);
    });
  });

  it('are rewritten without internal terms when stored in an older format', async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    const examples = [
      'All five are free Tue 09:00–13:00 Japan: 16 h a week together',
      'All five play their primary role',
      'Every known rating is 84 (4 of 5 known)',
      'All five are in Other on PS5',
    ];
    await context.deps.db.execute(
      sql`update matches set facts = null, explanation = ${examples.join('\n')} where id = ${matchId}`,
    );
    expect(await readExplanation(members[1]!, matchId)).toEqual([
      'All five of you are free Mon 7:00–11:00 PM, Tue 7:00–11:00 PM, Wed 7:00–11:00 PM and 1 more time (Eastern): 16 h a week together',
      'All five play their primary role',
      '4 of them are rated 84, and the others have no rating yet',
      'All five play on PS5',
    ]);
  });

  it("leave out facts that this version doesn't know", async () => {
    const { matchId, members } = await makeSquadProposal(context.deps);
    await context.deps.db.execute(sql`
      update matches set facts = jsonb_set(facts, '{facts}', '[{"about": "shoe sizes", "low": 40}]'::jsonb || (facts->'facts'))
       where id = ${matchId}`);
    expect((await readExplanation(members[0]!, matchId))[0]).toMatch(/^All five of you are free /);
  });
});
