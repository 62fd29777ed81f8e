import { describe, expect, test } from 'vitest';
import { defaultRules } from './default-rules.ts';
import type { MatchingRules, Pool, PoolPlayer } from './matcher-schema.ts';
import { changeSentence, runMatcher, whyNot, whyNotSentences } from './run.ts';
import { expectWaitReason, generateAdvised, isPlaced, listCompanions, listObstaclesBetween } from './test-why-not.ts';
import { PAIRWISE } from './why-not-facts.ts';

const WEEK = '2026-03-02';

function createPerson(id: string, position: string, part: Partial<PoolPlayer> = {}): PoolPlayer {
  return {
    id,
    platform: 'PS5',
    crossplay: false,
    region: 'EU',
    positions: [position],
    rating: 85,
    competitive_level: 'casual',
    modes: ['Rec'],
    languages: ['English'],
    timezone: 'UTC',
    windows: [{ days: ['Mon', 'Tue'], start: '19:00', end: '23:00' }],
    slots: [],
    playstyle: [],
    archetypes: [],
    mic: true,
    wishes: {},
    party: null,
    blocks: [],
    avoids: [],
    waiting: 0,
    priority: 0,
    reliability: null,
    wants: ['squad'],
    ...part,
  };
}

/** Creates four players without a point guard. The player under test differs from them in one respect. */
function createFour(part: Partial<PoolPlayer> = {}): PoolPlayer[] {
  return ['SG', 'SF', 'PF', 'C'].map((seat) => createPerson(seat, seat, part));
}

/** Returns the Monday windows for any number of start and end times. */
function createWindows(...clocks: string[]): PoolPlayer['windows'] {
  return clocks.flatMap((start, i) => (i % 2 === 0 ? [{ days: ['Mon'], start, end: clocks[i + 1]! }] : []));
}

function ask(players: PoolPlayer[], poolFields: Partial<Pool> = {}, rules: MatchingRules = defaultRules) {
  const pool: Pool = { weekOf: WEEK, players, forbiddenGroups: [], ...poolFields };
  const result = runMatcher(pool, rules, { seed: 1, effort: 'full' });
  expect(result.leftOver.map(({ id }) => id)).toContain('self');
  const explanation = whyNot('self', pool, rules, result);
  return { ...explanation, sentences: whyNotSentences(explanation.facts, { helped: explanation.change !== null }) };
}

describe('the reason for no match', () => {
  const wishFacts = { others: 4, fitting: 0, free: 0, needed: 4, lifted: 4, passing: 0, alone: true };
  const spread = { ...defaultRules, limits: { ...defaultRules.limits, maxRatingSpread: 5 } };
  test.each([
    ['language', { languages: ['Basque'] }, defaultRules],
    ['mode', { modes: ['Park/City'] }, defaultRules],
    ['region', { region: 'SA' }, defaultRules],
    ['platform', { platform: 'PC' }, defaultRules],
    ['time', { windows: [{ days: ['Sat' as const], start: '09:00', end: '12:00' }] }, defaultRules],
    ['spread', { rating: 70 }, spread],
    ['block', { blocks: ['SG', 'SF', 'PF', 'C'] }, defaultRules],
  ])('names the %s when nothing else differs', (constraint, part, rules) => {
    const { facts, sentences } = ask([createPerson('self', 'PG', part), ...createFour()], {}, rules);
    expect(facts).toEqual({ ...wishFacts, constraint });
    expect(sentences[0]).toMatch(/^No one is a fit for you right now\. If not for .+, 4 more would be a fit\.$/);
  });

  test('names the wish when the other players have a different wish', () => {
    const players = [
      createPerson('self', 'PG', { wishes: { court: 'street' } }),
      ...createFour({ wishes: { court: 'arena' } }),
    ];
    expect(ask(players).facts).toEqual({ ...wishFacts, constraint: 'wish' });
  });

  test('names the least shared constraint when several rule everyone out', () => {
    const { facts, sentences } = ask([
      createPerson('self', 'PG', { languages: ['Basque'], modes: ['Park/City'] }),
      ...createFour({ modes: ['Rec'] }).map((one, i) => (i === 0 ? { ...one, modes: ['Park/City', 'Rec'] } : one)),
    ]);
    expect(facts).toMatchObject({ constraint: 'language', passing: 0, lifted: 1 });
    expect(sentences).toEqual([
      'No one is a fit for you right now. If not for your languages, 1 more would be a fit.',
      'Even then, you wouldn’t have a match yet. We’re waiting for new players.',
    ]);
    const explanation = ask([
      createPerson('self', 'PG', { languages: ['Basque'], modes: ['Park/City'] }),
      ...createFour(),
    ]);
    expect(explanation.sentences).toEqual([
      'None of the 4 other players speak one of your languages.',
      'We’re waiting for others who do.',
    ]);
  });

  test('names the rest period when the same squad would be proposed again', () => {
    const players = [createPerson('self', 'PG'), ...createFour()];
    const { facts, change, sentences } = ask(players, { forbiddenGroups: [players.map(({ id }) => id)] });
    expect(facts).toEqual({ constraint: 'rest', groups: 1 });
    expect(change).toBeNull();
    expect(sentences[0]).toBe('You’d have a match, but that match was already proposed and can’t come up again yet.');
    expect(whyNotSentences(facts, { restDays: 30 })[0]).toContain('can’t come up again within 30 days');
  });

  test('names plan priority when the player would have had the place without it', () => {
    const rules = { ...defaultRules, waiting: { ...defaultRules.waiting, priorityPoints: 5 } };
    const players = [createPerson('self', 'PG'), createPerson('first', 'PG', { priority: 10 }), ...createFour()];
    const { facts, sentences } = ask(players, {}, rules);
    expect(facts).toEqual({ constraint: 'plan-precedence', positions: ['PG'], places: 1, plan: 1, waited: 0 });
    expect(sentences).toEqual([
      'One spot for PG would have worked for you, but it was taken by a player whose plan has priority.',
      'With priority, you’d have gotten one.',
      'We’ll try again in the next matching round.',
    ]);
  });

  test('names the crowded position and the number of players who waited longer', () => {
    const players = [createPerson('self', 'PG'), createPerson('first', 'PG', { waiting: 2 }), ...createFour()];
    const { facts, sentences } = ask(players);
    expect(facts).toEqual({ constraint: 'position-crowded', positions: ['PG'], places: 1, plan: 0, waited: 1 });
    expect(sentences[0]).toMatch(/, but it was taken by a player who waited longer\.$/);
    const places = { constraint: 'position-crowded', places: 4, plan: 0, waited: 1 } as const;
    expect(whyNotSentences({ ...places, positions: ['PG', 'SG'] })[0]).toBe(
      '4 spots for PG or SG would have worked for you, but all were taken: 1 by a player who waited longer, 3 by other PG or SG players.',
    );
  });

  test('names the position when no compatible player plays it', () => {
    const players = [createPerson('self', 'PG'), ...createFour().slice(0, 3), createPerson('guard', 'SG')];
    const { facts, sentences } = ask(players);
    expect(facts).toMatchObject({ constraint: 'seat-missing', missing: ['C'], fitting: 4 });
    expect(sentences).toEqual([
      '4 players are a fit for you, but none of them can play C.',
      'We’re waiting for a player who plays C.',
    ]);
  });

  test('names the position when too few compatible players play it', () => {
    const players = [createPerson('self', 'PG'), createPerson('all', 'SG', { positions: ['SG', 'SF', 'PF', 'C'] })];
    const { facts, sentences } = ask([...players, ...['one', 'two', 'three'].map((id) => createPerson(id, 'PG'))]);
    const short = { constraint: 'seat-missing', missing: ['SG', 'SF', 'PF', 'C'], able: 1, fitting: 4 };
    expect(facts).toMatchObject(short);
    expect(sentences).toEqual([
      '4 players are a fit for you, but only one of them can play SG, SF, PF or C.',
      'We’re waiting for a player who plays SG, SF, PF or C.',
    ]);
  });

  test.each([
    ['language', { languages: ['Spanish', 'German'] }, { languages: ['Spanish', 'English'] }, 'your languages'],
    ['mode', { modes: ['Park/City', 'Pro-Am'] }, { modes: ['Park/City', 'Rec'] }, 'your game modes'],
    [
      'time',
      { windows: createWindows('19:00', '23:00') },
      { windows: createWindows('17:00', '21:00') },
      'your availability',
    ],
  ])('names the %s when each player fits alone but the group has none in common', (constraint, own, two, text) => {
    const fields: Partial<PoolPlayer> = {
      language: { languages: ['German', 'English'] },
      mode: { modes: ['Pro-Am', 'Rec'] },
      time: { windows: createWindows('21:00', '23:00', '17:00', '19:00') },
    }[constraint]!;
    const others = createFour().map((one, i) => ({ ...one, ...(i < 2 ? two : fields) }));
    const { facts, sentences } = ask([createPerson('self', 'PG', own), ...others]);
    expect(facts).toMatchObject({ constraint, alone: true, lifted: 0, fitting: 4, free: 4 });
    expect(sentences[0]).toBe(
      `4 players are a fit for you individually, but not as a group. If not for ${text}, a group would work.`,
    );
  });

  test('says that all compatible players are taken', () => {
    // Two players in a party hold the places that this player could take.
    const party = { party: 'two' };
    const players = [
      createPerson('self', 'PG'),
      createPerson('first', 'PG', party),
      ...createFour().map((one, i) => (i === 0 ? { ...one, ...party } : one)),
    ];
    const { facts, sentences } = ask(players);
    expect(facts).toMatchObject({ constraint: 'nobody-free', fitting: 5, free: 0, needed: 4 });
    expect(sentences[0]).toBe('5 players are a fit for you, but all of them already have a match. You need 4.');
  });

  test("doesn't report a missed place when it would split a party", () => {
    const wants = ['pair' as const];
    const three = createFour({ party: 'three', wants }).slice(0, 3);
    const { facts } = ask([createPerson('self', 'PG', { wants }), ...three]);
    expect(facts).toMatchObject({ constraint: 'too-few', others: 0 });
  });

  test('names the party when the player would have a place alone', () => {
    const mates = { party: 'two' };
    const players = [createPerson('self', 'PG', mates), createPerson('mate', 'PG', mates), ...createFour()];
    const { facts, change } = ask(players);
    expect(facts).toEqual({ constraint: 'party', members: 2 });
    expect(change).not.toBeNull();
  });

  test('names an ineligible party member or a party that is too large', () => {
    const mates = { party: 'mates' };
    const self = createPerson('self', 'PG', mates);
    const idleMate = createPerson('idle', 'SG', { ...mates, windows: [] });
    const coach = createPerson('coach', 'Coach', mates);
    const explainFirst = (...party: PoolPlayer[]) => ask([...party, ...createFour()]).sentences[0];
    expect(explainFirst(self, idleMate)).toBe(
      'Your party of 2 can’t be placed in a squad because one of you isn’t looking for one, plays none of its positions, or has too little availability.',
    );
    expect(explainFirst(self, idleMate, coach)).toContain(
      ' because 2 of you aren’t looking for one, play none of its positions, or have too little',
    );
    const large = createFour(mates).map((one) => ({ ...one, id: `mate ${one.id}` }));
    expect(explainFirst(self, ...large)).toBe(
      'Your party of 5 can’t be placed in a squad because at most 4 can queue together.',
    );
  });

  test("uses the singular when one player passes or there's only one other player", () => {
    const lonely = ask([createPerson('self', 'PG', { languages: ['Basque'], modes: ['Park/City'] }), createFour()[0]!]);
    expect(lonely.sentences[0]).toBe('No one else speaks one of your languages. There’s only one other player.');
    const facts = { constraint: 'mode', others: 3, fitting: 0, free: 0, needed: 4, lifted: 0, alone: false } as const;
    expect(whyNotSentences({ ...facts, passing: 1 })[0]).toBe(
      'Only one of the 3 other players plays one of your modes, and that player isn’t a fit.',
    );
    const blockFacts = { ...facts, constraint: 'block' } as const;
    expect(whyNotSentences({ ...blockFacts, passing: 0 })[0]).toBe('Blocks rule out all 3 other players.');
    expect(whyNotSentences({ ...blockFacts, passing: 1 })[0]).toBe(
      'Blocks rule out all but one of the 3 other players, and that player isn’t a fit.',
    );
    const ofTwo = { ...defaultRules, seats: ['PG', 'C'] };
    expect(ask([createPerson('self', 'PG'), createPerson('other', 'PG')], {}, ofTwo).sentences[0]).toBe(
      'One player is a fit for you, but they can’t play C.',
    );
  });

  test('uses the singular when one player fits', () => {
    const busy = { constraint: 'nobody-free', others: 3, fitting: 1, free: 0, needed: 1 } as const;
    expect(whyNotSentences(busy)[0]).toBe('One player is a fit for you but already has a match. You need 1.');
  });

  test("names gaps in the player's own profile before anything about others", () => {
    const explainLack = (part: Partial<PoolPlayer>) => ask([createPerson('self', 'PG', part), ...createFour()]).facts;
    expect(explainLack({ languages: [] })).toEqual({ constraint: 'no-language' });
    expect(explainLack({ modes: [] })).toEqual({ constraint: 'no-mode' });
    expect(explainLack({ wants: [] })).toEqual({ constraint: 'wants-nothing' });
    expect(explainLack({ positions: ['Coach'] })).toMatchObject({ constraint: 'unknown-position' });
    const withoutHours = ask([createPerson('self', 'PG', { windows: [] }), ...createFour()]);
    expect(withoutHours.sentences).toEqual([
      'Your profile has no availability. Players in a match need 2 h in common.',
    ]);
    expect(whyNotSentences({ constraint: 'too-little-time', free: 90, needed: 120 })).toEqual([
      'You’re free 1 h 30 min a week, but a match needs 2 h in common.',
    ]);
    expect(explainLack({ windows: [{ days: ['Mon'], start: '19:00', end: '20:00' }] })).toEqual({
      constraint: 'too-little-time',
      free: 60,
      needed: 120,
    });
  });
});

describe('the suggested change', () => {
  test('combines two changes and says so when no single change helps', () => {
    const { change } = ask([createPerson('self', 'SG', { modes: ['Park/City'] }), ...createFour()]);
    expect(change!.facts).toEqual([
      { kind: 'mode', mode: 'Rec' },
      { kind: 'position', position: 'PG', first: false },
    ]);
    expect(changeSentence(change!.facts)).toBe(
      'Add Rec to your game modes. Offer to play PG as a flex position. You need both changes.',
    );
  });

  test("uses the reader's clock format", () => {
    const change = [{ kind: 'time', day: 'Tue', start: '20:00', end: '23:30' } as const];
    expect(changeSentence(change)).toBe('Add Tue from 8:00 PM to 11:30 PM to your availability.');
    expect(changeSentence(change, { clock: 24 })).toBe('Add Tue from 20:00 to 23:30 to your availability.');
  });

  test('is tested with the players still available for the next run', () => {
    const players = [createPerson('self', 'PG', { modes: ['Park/City'] }), ...createFour()];
    const pool: Pool = { weekOf: WEEK, players, forbiddenGroups: [] };
    const result = runMatcher(pool, defaultRules, { seed: 1, effort: 'full' });
    expect(whyNot('self', pool, defaultRules, result).change?.facts).toEqual([{ kind: 'mode', mode: 'Rec' }]);
    const nextWants = new Map(players.filter(({ id }) => id !== 'C').map(({ id, wants }) => [id, wants]));
    expect(whyNot('self', pool, defaultRules, { ...result, nextWants }).change).toBeNull();
  });

  test('is a position for a Coach who only wants a pair', () => {
    const wants = { wants: ['pair' as const] };
    const { facts, change } = ask([createPerson('self', 'Coach', wants), createPerson('other', 'PG', wants)]);
    expect(facts).toMatchObject({ constraint: 'unknown-position' });
    expect(change).toMatchObject({ facts: [{ kind: 'position' }], placed: 'pair' });
    const loneResult = ask([createPerson('self', 'PG', wants), createPerson('other', 'Coach', wants)]);
    expect(loneResult.sentences[0]).toBe('No one else is looking for the same thing as you.');
  });

  test('is empty when the next run has a place for the unchanged player', () => {
    const players = [createPerson('self', 'PG'), ...createFour()];
    const pool: Pool = { weekOf: WEEK, players, forbiddenGroups: [] };
    const explanation = whyNot('self', pool, defaultRules, { squads: [], pairs: [] });
    expect(explanation).toEqual({ facts: { constraint: 'chance' }, change: null });
  });

  test("omits a place that a rerun can't find", () => {
    const players = [createPerson('self', 'PG'), ...createFour()];
    const pool: Pool = { weekOf: WEEK, players, forbiddenGroups: [] };
    const { certificate } = runMatcher(pool, defaultRules, { seed: 1, effort: 'full' });
    const { facts } = whyNot('self', pool, defaultRules, { squads: [], pairs: [], certificate });
    expect(whyNotSentences(facts)).toEqual([
      'There was a spot for you, but we missed it this time.',
      'We’ll try again in the next matching round.',
    ]);
  });

  test('places the player when the whole pool is rerun with it', () => {
    let helped = 0;
    let pairs = 0;
    for (const one of generateAdvised(200)) {
      const { player, answer } = one;
      expect(isPlaced(one, player)).toBe(false);
      if (!answer.change) {
        expectWaitReason(answer);
        continue;
      }
      helped++;
      expect(isPlaced(one, answer.change.player)).toBe(true);
      if (answer.change.facts.length === 2) pairs++;
    }
    expect(helped).toBeGreaterThan(60);
    expect(pairs).toBeGreaterThan(5);
  }, 300_000);
});

test('reports the right constraint, with numbers that match the pool', () => {
  let explainedCount = 0;
  for (const one of generateAdvised(150)) {
    const { pool, rules, player, answer } = one;
    const { facts } = answer;
    if (!('fitting' in facts)) continue;
    explainedCount++;
    const obstacles = listCompanions(one).map((other) => listObstaclesBetween(player, other, rules, pool.weekOf));
    expect(facts.others).toBe(obstacles.length);
    expect(facts.fitting).toBe(obstacles.filter((tests) => tests.size === 0).length);
    if (!('lifted' in facts)) continue;
    const liftedCounts = PAIRWISE.map(
      (test) => obstacles.filter((tests) => tests.size === 1 && tests.has(test)).length,
    );
    expect(facts.lifted).toBe(liftedCounts[PAIRWISE.indexOf(facts.constraint)]);
    expect(facts.passing).toBe(obstacles.filter((tests) => !tests.has(facts.constraint)).length);
    if (facts.alone) continue;
    // If lifting no single constraint is enough, the answer must name the constraint that rules out the most players,
    // or the one that the fewest pass.
    expect(facts.lifted).toBe(Math.max(...liftedCounts));
    if (facts.lifted > 0) continue;
    const passingCounts = PAIRWISE.map((test) => obstacles.filter((tests) => !tests.has(test)).length);
    expect(facts.passing).toBe(Math.min(...passingCounts));
  }
  expect(explainedCount).toBeGreaterThan(40);
}, 300_000);
