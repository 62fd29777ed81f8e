import { describe, expect, test } from 'vitest';
import { defaultRules } from '../../matcher/default-rules.ts';
import { createPlayerInterner } from '../../matcher/player-interner.ts';
import { english, translate } from '../../messages/lazy-text.ts';
import { FORMAT_FACTS } from '../profiles/group-formats.schema.ts';
import { isLookingFor, toLookingChoice } from './looking/looking.rules.ts';
import { formatLookingStatus } from './looking/looking.wording.ts';
import { listContacts } from './match-cards.rules.ts';
import { findSharedValues, listReachableRegions } from './match-replacements.rules.ts';
import {
  type Answers,
  applyAnswer,
  createGroupKey,
  formatSummary,
  getCooldownStart,
  getExpiry,
  getTypeLabel,
  isStrong,
  needsReplacement,
  type Proposal,
} from './matches.rules.ts';
import {
  describePartyStatus,
  findMatchingObstacle,
  groupPartiesByMember,
  isPartySplit,
  listPartyLookingKinds,
} from './parties/parties.rules.ts';
import { type PoolRow, parseAvailability, toPlayerConstraints, toPoolPlayer, withParties } from './pool.rules.ts';
import { toShownParts } from './score-parts.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const timeAfter = (count: number) => new Date(now.getTime() + count * 3_600_000);
const SQUAD = 'nba2k_squad5';

test('gives a match 72 hours for answers and its group a cooldown of 30 days', () => {
  expect(getExpiry(now)).toEqual(timeAfter(72));
  expect(getCooldownStart(now)).toEqual(timeAfter(-30 * 24));
});

test('creates the same group key for the same people in any order', () => {
  const members = ['c', 'a', 'b'];
  expect(createGroupKey(members)).toBe('a+b+c');
  expect(members).toEqual(['c', 'a', 'b']);
});

test('uses the same match types and seats as the matcher', () => {
  expect([FORMAT_FACTS.squad.type, FORMAT_FACTS.pair.type]).toEqual([defaultRules.squadType, defaultRules.pairType]);
  expect(FORMAT_FACTS.squad.seats).toBe(defaultRules.seats.length);
});

test('labels a match by its format', () => {
  expect([SQUAD, 'nba2k_pair'].map((type) => english(getTypeLabel(type)))).toEqual(['Squad5', 'Pair']);
});

describe('answer to a match', () => {
  const createProposal = (answers: Answers, change: Partial<Proposal> = {}): Proposal => ({
    status: 'proposed',
    expiresAt: timeAfter(1),
    memberIds: ['a', 'b', 'c'],
    answers,
    ...change,
  });

  const refuse = (match: Proposal, userId: string, action: 'accept' | 'decline') => {
    const outcome = applyAnswer(match, userId, action, now);
    return outcome.kind === 'refused' ? translate(english, outcome.reason) : outcome.kind;
  };

  test('makes the match mutual only when it is the last acceptance', () => {
    expect(applyAnswer(createProposal({}), 'a', 'accept', now)).toEqual({ kind: 'recorded', status: 'proposed' });
    expect(applyAnswer(createProposal({ b: 'accept' }), 'a', 'accept', now)).toEqual({
      kind: 'recorded',
      status: 'proposed',
    });
    expect(applyAnswer(createProposal({ b: 'accept', c: 'accept' }), 'a', 'accept', now)).toEqual({
      kind: 'recorded',
      status: 'mutual',
    });
  });

  test('has no effect when repeated but can change from accept to decline', () => {
    expect(applyAnswer(createProposal({ a: 'accept' }), 'a', 'accept', now)).toEqual({ kind: 'repeated' });
    expect(applyAnswer(createProposal({ a: 'accept' }), 'a', 'decline', now)).toEqual({
      kind: 'recorded',
      status: 'declined',
    });
  });

  test('is refused when the deadline has passed or the match has ended', () => {
    const expiredMessage = 'This match ended because not everyone answered within 72 hours.';
    expect(refuse(createProposal({}, { expiresAt: now }), 'a', 'accept')).toBe(expiredMessage);
    expect(refuse(createProposal({}, { status: 'expired' }), 'a', 'decline')).toBe(expiredMessage);
  });

  test('refuses to decline a match that everyone has accepted and says to tell the squad', () => {
    const mutualMatch = createProposal(
      { a: 'accept', b: 'accept', c: 'accept' },
      { status: 'mutual', expiresAt: timeAfter(-1) },
    );
    expect(applyAnswer(mutualMatch, 'a', 'accept', now)).toEqual({ kind: 'repeated' });
    expect(refuse(mutualMatch, 'a', 'decline')).toBe(
      "Everyone already accepted this match. Tell your squad if you can't play.",
    );
  });

  test("is refused on a declined match unless it repeats the member's own decline", () => {
    const declinedMatch = createProposal({ a: 'decline' }, { status: 'declined' });
    expect(applyAnswer(declinedMatch, 'a', 'decline', now)).toEqual({ kind: 'repeated' });
    const endedMessage = "This match ended because a player declined. You're open for new ones.";
    expect(refuse(declinedMatch, 'a', 'accept')).toBe(endedMessage);
    expect(refuse(declinedMatch, 'b', 'decline')).toBe(endedMessage);
  });
});

test('looks for a replacement at most three times, and only if another member had accepted', () => {
  const match = (change: object) => ({ type: SQUAD, rescueDepth: 0, answers: {}, carriedIds: [], ...change });
  expect(needsReplacement(match({ answers: { a: 'decline', b: 'accept' } }))).toBe(true);
  expect(needsReplacement(match({ answers: { a: 'decline' } }))).toBe(false);
  expect(needsReplacement(match({ answers: { a: 'decline' }, carriedIds: ['b'] }))).toBe(true);
  expect(needsReplacement(match({ answers: { a: 'decline' }, carriedIds: ['a'] }))).toBe(false);
  expect(needsReplacement(match({ answers: { a: 'decline', b: 'accept' }, rescueDepth: 2 }))).toBe(true);
  expect(needsReplacement(match({ answers: { a: 'decline', b: 'accept' }, rescueDepth: 3 }))).toBe(false);
  expect(needsReplacement(match({ type: 'nba2k_pair', answers: { a: 'decline', b: 'accept' } }))).toBe(false);
});

test('classifies a score as strong by its displayed points', () => {
  expect([69.4, 69.5, 70].map(isStrong)).toEqual([false, true, true]);
});

test('lists hours and positions from point guard to center in the summary', () => {
  expect(formatSummary(english, 270, { C: 1, '': 2, PG: 1, SF: 1 })).toBe(
    'Overlap ≈ 4.5h/wk · Coverage PG:1 · SF:1 · C:1 · :2',
  );
  expect(formatSummary(english, 0, {})).toBe('Overlap ≈ 0h/wk · Coverage —');
});

test("lists available contacts, with links where there's a page", () => {
  const noContacts = { twitch_login: null, discord: null, twitter: null, psn: null, xbox: null };
  expect(listContacts(noContacts)).toEqual([]);
  expect(listContacts({ twitch_login: 't', discord: 'd', twitter: '@x y', psn: 'p', xbox: 'b' })).toEqual([
    { label: 'Discord', value: 'd', url: null },
    { label: 'PSN', value: 'p', url: null },
    { label: 'Xbox', value: 'b', url: null },
    { label: 'Twitch', value: 't', url: 'https://www.twitch.tv/t' },
    { label: 'X', value: '@x y', url: 'https://x.com/x%20y' },
  ]);
  expect(listContacts({ ...noContacts, twitter: 'x@y' })).toEqual([
    { label: 'X', value: '@x@y', url: 'https://x.com/x%40y' },
  ]);
});

describe('party status', () => {
  const ready: Parameters<typeof findMatchingObstacle>[0] = { published: true, banned: false, has_proposal: false };
  const NOT_LOOKING = "isn't looking for a squad right now. They can change that on their matches page.";
  const lookForOthers = (...kinds: ('squad' | 'pair')[]) => ({ ...ready, not_looking: new Set(kinds) });

  const getStatus = (members: Parameters<typeof describePartyStatus>[0]) =>
    describePartyStatus(members).map((line) => translate(english, line));

  test('shows the first obstacle that keeps a member from being matched', () => {
    const findReason = (member: Parameters<typeof findMatchingObstacle>[0]) =>
      findMatchingObstacle(member, listPartyLookingKinds([member, ready, ready]));
    expect(findReason(ready)).toBeNull();
    expect(findReason(lookForOthers('squad'))).toBe('not_looking');
    expect(findReason(lookForOthers('pair'))).toBeNull();
    expect(findReason({ ...lookForOthers('squad'), has_proposal: true })).toBe('busy');
    expect(findReason({ ...ready, has_proposal: true, banned: true })).toBe('banned');
    expect(findReason({ ...lookForOthers('squad'), published: false, banned: true, has_proposal: true })).toBe(
      'unpublished',
    );
  });

  test('allows only kinds that all members look for, and a pair only for two', () => {
    expect(listPartyLookingKinds([ready, ready])).toEqual(['squad', 'pair']);
    expect(listPartyLookingKinds([ready, ready, lookForOthers('pair')])).toEqual(['squad']);
    expect(listPartyLookingKinds([ready, lookForOthers('squad')])).toEqual(['pair']);
    expect(listPartyLookingKinds([ready, ready, lookForOthers('squad')])).toEqual([]);
    expect(listPartyLookingKinds([lookForOthers('pair'), lookForOthers('squad')])).toEqual([]);
  });

  test("names members who aren't looking for a squad and says what that means", () => {
    const describeParty = (...members: (Parameters<typeof findMatchingObstacle>[0] & { display_name: string })[]) =>
      getStatus(
        members.map((member) => ({
          ...member,
          obstacle: findMatchingObstacle(member, listPartyLookingKinds(members)),
        })),
      );
    expect(describeParty({ ...ready, display_name: 'A' }, { ...lookForOthers('squad'), display_name: 'B' })).toEqual([
      `B ${NOT_LOOKING}`,
      "Until then, you'll queue as a pair.",
    ]);
    const skipNotice = "Until then, we'll skip your party so no one gets placed without the others.";
    const b = { ...lookForOthers('squad'), display_name: 'B' };
    for (const a of [
      { ...lookForOthers('pair'), display_name: 'A' },
      { ...ready, display_name: 'A' },
    ]) {
      const more = a.not_looking ? [] : [{ ...ready, display_name: 'C' }];
      expect(describeParty(a, b, ...more)).toEqual([`B ${NOT_LOOKING}`, skipNotice]);
    }
  });

  test('says what the next matching round will do with the party', () => {
    const createMember = (display_name: string, obstacle: 'banned' | null = null) => ({ display_name, obstacle });
    expect(getStatus([createMember('A')])).toEqual(["No one has joined yet. For now, you'll match solo."]);
    expect(getStatus([createMember('A'), createMember('B')])).toEqual([
      "You'll queue together. We'll place both of you in the same squad, or neither of you.",
    ]);
    expect(getStatus([createMember('A'), createMember('B'), createMember('C')])[0]).toContain('all 3 of you');
    expect(getStatus([createMember('A'), createMember('B', 'banned')])).toEqual([
      "B can't be matched right now.",
      "Until then, we'll skip your party so no one gets placed without the others.",
    ]);
  });

  test('detects a group that would split a party', () => {
    const parties = groupPartiesByMember([
      { party_id: 'p', user_id: 'a' },
      { party_id: 'p', user_id: 'b' },
      { party_id: 'q', user_id: 'c' },
    ]);
    expect([...parties]).toEqual([
      ['a', ['a', 'b']],
      ['b', ['a', 'b']],
    ]);
    expect(isPartySplit(['a', 'c'], parties)).toBe(true);
    expect(isPartySplit(['a', 'b', 'c'], parties)).toBe(false);
    expect(isPartySplit(['c'], parties)).toBe(false);
  });
});

describe('replacement search', () => {
  test('uses the values that all members share, in the order of the first member', () => {
    expect(
      findSharedValues([
        ['a', 'b', 'c'],
        ['c', 'b'],
        ['b', 'c', 'd'],
      ]),
    ).toEqual(['b', 'c']);
    expect(findSharedValues([])).toEqual([]);
  });

  test('covers regions compatible with any member, even those that open only after a wait', () => {
    const rules = {
      ...defaultRules,
      limits: { ...defaultRules.limits, regions: [['EU', 'UK'], ['Asia']] },
      relaxation: [{ ...defaultRules.relaxation[0]!, regions: [['EU', 'Africa']] }],
    };
    expect(listReachableRegions(['EU'], rules)?.sort()).toEqual(['Africa', 'EU', 'UK']);
    expect(listReachableRegions(['Moon'], rules)).toEqual(['Moon']);
    expect(listReachableRegions(['EU', 'Asia'], rules)?.sort()).toEqual(['Africa', 'Asia', 'EU', 'UK']);
    expect(listReachableRegions(['EU'], { ...rules, relaxation: [{ afterRuns: 1 }] })?.sort()).toEqual(['EU', 'UK']);
    expect(listReachableRegions(['EU'], { ...rules, limits: { ...rules.limits, regions: null } })).toBeNull();
  });
});

describe('matching pool', () => {
  const window = { days: ['Mon' as const], start: '19:00', end: '23:00' };
  const row = {
    id: 'a',
    role: 'PG',
    flex_positions: ['SG', 'PG', 'C'],
    overall_rating: 80,
    availability: [window],
    archetype_primary: 'Slasher',
    archetype_secondary: null,
    region: 'EU',
    waiting: 2,
    reliability: 80,
  } as unknown as PoolRow;
  const block = (blocker_id: string, blocked_id: string, kind: 'block' | 'avoid' = 'block') => ({
    blocker_id,
    blocked_id,
    kind,
  });

  test('reads availability from earlier exports, and missing availability as none', () => {
    expect(parseAvailability([window])).toEqual([window]);
    expect(parseAvailability(window)).toEqual([window]);
    expect(parseAvailability(null)).toEqual([]);
    expect(parseAvailability({} as typeof window)).toEqual([]);
  });

  test('records blocks in both directions, avoids in one, and open matches', () => {
    const constraints = toPlayerConstraints(
      [block('a', 'b'), block('a', 'c'), block('d', 'a', 'avoid')],
      [
        { user_id: 'a', kind: 'squad' },
        { user_id: 'a', kind: 'pair' },
        { user_id: 'b', kind: 'pair' },
      ],
    );
    expect([...constraints.blocks]).toEqual([
      ['a', ['b', 'c']],
      ['b', ['a']],
      ['c', ['a']],
    ]);
    expect([...constraints.avoids]).toEqual([['d', ['a']]]);
    expect([...constraints.busy]).toEqual([
      ['a', new Set(['squad', 'pair'])],
      ['b', new Set(['pair'])],
    ]);
  });

  test("lists a player's primary position first and drops missing values", () => {
    const constraints = toPlayerConstraints([block('a', 'b'), block('a', 'c', 'avoid')], []);
    expect(toPoolPlayer(row, constraints)).toEqual({
      id: 'a',
      region: 'EU',
      waiting: 2,
      positions: ['PG', 'SG', 'C'],
      rating: 80,
      windows: [window],
      slots: [],
      archetypes: ['Slasher'],
      party: null,
      blocks: ['b'],
      avoids: ['c'],
      priority: 0,
      reliability: 80,
      wants: ['squad', 'pair'],
    });
    expect(toPoolPlayer({ ...row, id: 'x' }, constraints)).toMatchObject({ blocks: [], avoids: [] });
  });

  test('still offers a squad to a player who has a pair match, but not the reverse', () => {
    const createRows = (kinds: ('squad' | 'pair')[]) => kinds.map((kind) => ({ user_id: 'a', kind }));
    const listWanted = (proposedKinds: ('squad' | 'pair')[], not: ('squad' | 'pair')[] = []) =>
      toPoolPlayer(row, toPlayerConstraints([], createRows(proposedKinds), createRows(not))).wants;
    expect(listWanted([])).toEqual(['squad', 'pair']);
    expect(listWanted(['pair'])).toEqual(['squad']);
    expect(listWanted(['squad'])).toEqual([]);
    expect(listWanted(['pair', 'squad'])).toEqual([]);
    expect(listWanted([], ['squad'])).toEqual(['pair']);
    expect(listWanted([], ['pair'])).toEqual(['squad']);
    expect(listWanted(['pair'], ['squad'])).toEqual([]);
    expect(listWanted([], ['pair', 'squad'])).toEqual([]);
  });

  test("doesn't change when equal values are interned", () => {
    const createPlayer = (id: string, change: Partial<PoolRow> = {}) =>
      toPoolPlayer(structuredClone({ ...row, id, ...change }), toPlayerConstraints([], []));
    const createPlayers = () => [
      createPlayer('a'),
      createPlayer('b'),
      createPlayer('c', { languages: ['Spanish'], flex_positions: [] }),
    ];
    const [a, b, c] = createPlayers().map(createPlayerInterner()) as ReturnType<typeof createPlayer>[];
    expect([a, b, c]).toEqual(createPlayers());
    expect(b!.languages).toBe(a!.languages);
    expect(b!.windows[0]).toBe(a!.windows[0]);
    expect(c!.languages).toEqual(['Spanish']);
  });

  test('includes a party only as a whole, and only in searches that all members want', () => {
    const createPlayer = (id: string, ...wants: ('squad' | 'pair')[]) => ({
      ...toPoolPlayer({ ...row, id }, toPlayerConstraints([], [])),
      wants,
    });
    const createGroup = (...ids: string[]) => new Map(ids.map((id) => [id, ids]));
    const read = (players: ReturnType<typeof createPlayer>[], parties: Map<string, string[]>) =>
      withParties(players, parties).map(({ id, wants, party }) => [id, wants.join(), party]);
    const [a, b, c] = ['a', 'b', 'c'].map((id) => createPlayer(id, 'squad', 'pair')) as ReturnType<
      typeof createPlayer
    >[];
    expect(read([a!, b!], new Map())).toEqual([
      ['a', 'squad,pair', null],
      ['b', 'squad,pair', null],
    ]);
    expect(read([a!, b!, c!], createGroup('b', 'a'))).toEqual([
      ['a', 'squad,pair', 'a'],
      ['b', 'squad,pair', 'a'],
      ['c', 'squad,pair', null],
    ]);
    expect(read([a!, b!, c!], createGroup('a', 'b', 'c')).map(([, wants]) => wants)).toEqual([
      'squad',
      'squad',
      'squad',
    ]);
    expect(read([a!, createPlayer('b', 'squad')], createGroup('a', 'b')).map(([, wants]) => wants)).toEqual([
      'squad',
      'squad',
    ]);
    expect(read([createPlayer('a', 'pair'), createPlayer('b', 'squad')], createGroup('a', 'b'))).toEqual([]);
    expect(read([a!, c!], createGroup('a', 'b'))).toEqual([['c', 'squad,pair', null]]);
  });
});

test('labels score parts and gives unknown parts no points', () => {
  const { skill: _, ...points } = defaultRules.weights;
  const shownParts = toShownParts(english, points, defaultRules.weights);
  expect(shownParts.map(({ key }) => key)).toEqual(Object.keys(defaultRules.weights));
  expect(shownParts.find(({ key }) => key === 'skill')).toEqual({ key: 'skill', label: 'Skill', value: 0, max: 20 });
  expect(shownParts.find(({ key }) => key === 'region')).toEqual({ key: 'region', label: 'Region', value: 5, max: 5 });
});

test('labels the hours of a live-queue match as being free now', () => {
  const { weights } = defaultRules;
  const listLabels = (live: boolean) => toShownParts(english, weights, weights, live).map(({ label }) => label);
  expect(listLabels(true)).toContain('Free now');
  expect(listLabels(true)).not.toContain('Shared hours');
  expect(listLabels(false)).toContain('Shared hours');
});

describe('looking for a squad', () => {
  test('is on until a squad is found, always or never, depending on the choice', () => {
    const listLooking = (hasOne: boolean) =>
      (['until_found', 'always', 'never'] as const).map((choice) => isLookingFor(choice, hasOne));
    expect(listLooking(false)).toEqual([true, true, false]);
    expect(listLooking(true)).toEqual([false, true, false]);
  });

  test('matches the pressed button, with and without a squad', () => {
    for (const isLooking of [true, false]) {
      for (const hasOne of [true, false])
        expect(isLookingFor(toLookingChoice(isLooking, hasOne), hasOne)).toBe(isLooking);
    }
  });

  test('shows a status only when it differs from the default', () => {
    const squads = ['Night Owls', 'Neon Orbit', 'Solar Tides'].map((name) => ({ id: '7', name }));
    const describeLooking = (isLooking: boolean, choice: 'until_found' | 'always' | 'never', count: number) =>
      formatLookingStatus(english, { kind: 'squad', looks: isLooking, choice, squads: squads.slice(0, count) });
    expect(describeLooking(true, 'until_found', 0)).toBeNull();
    expect(describeLooking(true, 'always', 0)).toBeNull();
    expect(describeLooking(true, 'always', 1)).toBe(
      "You're looking for another squad, even though you play in Night Owls.",
    );
    expect(describeLooking(false, 'until_found', 3)).toBe(
      "You're not looking for a squad while you play in Night Owls, Neon Orbit and Solar Tides.",
    );
    expect(describeLooking(false, 'never', 0)).toBe('You chose not to look for a squad right now.');
  });
});
