import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultRules } from '../../matcher/default-rules.ts';
import type { MatchingRules, PoolPlayer, Squad } from '../../matcher/run.ts';
import { subtractMs } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import type { WaitingPlayer } from './queue-candidates.rules.ts';
import { findGroups, findReplacements, getSquadStart } from './queue-groups.rules.ts';

const now = new Date('2026-03-03T20:00:00Z');
const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'] as const;

type Change = Partial<PoolPlayer> &
  Partial<Pick<WaitingPlayer, 'groupId' | 'anyLanguage' | 'windowFrom' | 'windowUntil'>>;

/** Creates a player who has been waiting for some minutes. */
function createWaiting(userId: string, role: string, minutes: number, change: Change = {}): WaitingPlayer {
  const { groupId = userId, anyLanguage = false, windowFrom = null, windowUntil = null, ...player } = change;
  return {
    ...{ userId, groupId, anyLanguage, windowFrom, windowUntil },
    since: subtractMs(now, minutes * MINUTE_MS),
    player: {
      id: userId,
      platform: 'PS5',
      crossplay: true,
      region: 'NA-East',
      positions: [role],
      rating: 85,
      competitive_level: 'competitive',
      modes: ['Rec'],
      languages: ['English'],
      timezone: 'UTC',
      windows: [],
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
      wants: ['squad', 'pair'],
      ...player,
    },
  };
}
/** Creates five players who fit together, with changes to some of them. */
const createFive = (minutes = 0, changes: Record<number, Change> = {}, mark = '') =>
  ROLES.map((role, index) => createWaiting(`${role}${mark}`, role, minutes, changes[index]));

const groups = (
  all: readonly WaitingPlayer[],
  { fresh = all.map(({ userId }) => userId), forbidden = [] as string[][], kind = 'now' as 'now' | 'tonight' } = {},
  rules: MatchingRules = defaultRules,
) => findGroups({ waiting: all, newIds: new Set(fresh), forbiddenGroups: forbidden, rules, kind }, now);
const listMembers = (squads: readonly Squad[]) => squads.map(({ members }) => members.toSorted());

describe('findGroups', () => {
  test('forms a group from five players with five positions, including new arrivals', () => {
    expect(listMembers(groups(createFive()))).toEqual([[...ROLES].sort()]);
    expect(listMembers(groups(createFive(), { fresh: ['SF'] }))).toEqual([[...ROLES].sort()]);
    expect(groups(createFive().slice(1))).toEqual([]);
    expect(groups([...createFive().slice(1), createWaiting('C2', 'C', 0)])).toEqual([]);
  });

  test('never includes a blocked pair, however long everyone has waited', () => {
    expect(groups(createFive(600, { 0: { blocks: ['C'] } }))).toEqual([]);
    const sparePlayers = [...createFive(600, { 0: { blocks: ['C'] } }), createWaiting('C2', 'C', 0)];
    expect(listMembers(groups(sparePlayers))).toEqual([['C2', 'PF', 'PG', 'SF', 'SG']]);
  });

  test('requires one platform unless everyone allows crossplay, even after a long wait', () => {
    const xbox = { platform: 'Xbox Series' };
    expect(groups(createFive(0, { 0: xbox }))).toHaveLength(1);
    expect(groups(createFive(600, { 0: xbox, 3: { crossplay: false } }))).toEqual([]);
    expect(groups(createFive(0, { 3: { crossplay: false } }))).toHaveLength(1);
  });

  test('requires a shared language unless the odd one out accepts any language', () => {
    const spanish = { languages: ['Spanish'] };
    expect(groups(createFive(600, { 2: spanish }))).toEqual([]);
    expect(groups(createFive(0, { 2: { ...spanish, anyLanguage: true } }))).toHaveLength(1);
    // Other players can only waive their own requirement.
    expect(groups(createFive(600, { 1: { anyLanguage: true }, 2: spanish }))).toEqual([]);
    expect(groups(createFive(0, { 2: { languages: [], anyLanguage: true } }))).toHaveLength(1);
  });

  test('includes all members of a party or none', () => {
    const party = { groupId: 'together' };
    const mates = createFive(0, { 0: party, 1: party });
    expect(listMembers(groups(mates))).toEqual([[...ROLES].sort()]);
    const clash = [...mates, createWaiting('PG2', 'PG', 0, party)];
    expect(groups(clash)).toEqual([]);
    const membersWithoutMatch = listMembers(
      groups([...clash, createWaiting('PG3', 'PG', 0), createWaiting('SG3', 'SG', 0)]),
    );
    expect(membersWithoutMatch).toEqual([['C', 'PF', 'PG3', 'SF', 'SG3']]);
  });

  test('spans regions only if every member has waited long enough', () => {
    const eu = { region: 'EU' };
    expect(groups(createFive(2.9, { 4: eu }))).toEqual([]);
    const longer = createFive(3, { 4: eu });
    expect(groups(longer)).toHaveLength(1);
    expect(groups(longer.with(0, createWaiting('PG', 'PG', 2.9)))).toEqual([]);
    expect(groups(createFive(600, { 4: { region: 'Asia' } }))).toEqual([]);
  });

  test('uses the minimum score of the member who has waited least', () => {
    const changes = { 0: { rating: 60, competitive_level: 'casual' }, 4: { rating: 99, competitive_level: 'elite' } };
    const [found] = groups(createFive(600, changes));
    const { score } = found!;
    const countAt = (minScores: number[], all: readonly WaitingPlayer[]) =>
      groups(all, {}, { ...defaultRules, queue: { stepMinutes: [1, 3, 6], minScores } }).length;
    expect(countAt([score + 1, score, 0, 0], createFive(0.9, changes))).toBe(0);
    expect(countAt([score + 1, score, 0, 0], createFive(1, changes))).toBe(1);
    expect(countAt([score + 1, score, 0, 0], createFive(1, changes).with(2, createWaiting('SF', 'SF', 0.9)))).toBe(0);
  });

  test("doesn't re-form a group that recently broke up", () => {
    const forbiddenGroups = [[...ROLES]];
    expect(groups(createFive(), { forbidden: forbiddenGroups })).toEqual([]);
    expect(groups([...createFive(), createWaiting('C2', 'C', 0)], { forbidden: forbiddenGroups })).toHaveLength(1);
  });
});

describe('findGroups among many players of one role', () => {
  const listIds = (squads: readonly Squad[]) => squads.flatMap(({ members }) => members);
  const createCrowd = (count: number, change: Change = {}) =>
    Array.from({ length: count }, (_, no) => createWaiting(`crowd-${no}`, 'C', no % 10, change));

  test('finds the only group, whether it considers everyone or only newcomers', () => {
    const others = createFive().slice(0, 4);
    const all = [...createCrowd(5_000), ...others];
    expect(groups(all)).toHaveLength(1);
    expect(groups(all, { fresh: others.map(({ userId }) => userId) })).toHaveLength(1);
  });

  test('chooses a player from those who have waited longest', () => {
    const [squad] = groups([...createCrowd(1_000), ...createFive().slice(0, 4)]);
    const substituteId = squad!.members.find((id) => id.startsWith('crowd-'))!;
    expect(Number(substituteId.slice('crowd-'.length)) % 10).toBeGreaterThanOrEqual(6);
  });

  test('finds the only group on a platform among thousands who have waited longer', () => {
    const others = createFive(
      0,
      Object.fromEntries(ROLES.map((_, index) => [index, { platform: 'Xbox Series', crossplay: false }])),
    );
    expect(listIds(groups([...createCrowd(3_000), ...others])).toSorted()).toEqual([...ROLES].sort());
  });

  test('never splits a party', () => {
    const party = { groupId: 'together' };
    const mates = [createWaiting('C2', 'C', 0, party), createWaiting('PG', 'PG', 0, party)];
    const [squad] = groups([...createCrowd(1_000), ...mates, ...createFive().slice(1, 4)]);
    expect(squad!.members.toSorted()).toEqual(['C2', 'PF', 'PG', 'SF', 'SG']);
  });

  test('finds hundreds of groups at once when all roles are common', () => {
    const all = Array.from({ length: 400 }, (_, no) => createFive(0, {}, `-${no}`)).flat();
    expect(groups(all).length).toBeGreaterThan(380);
  });
});

describe('findGroups for tonight', () => {
  const createHours = (from: number, until: number) => ({
    windowFrom: new Date(now.getTime() + from * 3_600_000),
    windowUntil: new Date(now.getTime() + until * 3_600_000),
  });

  test('starts the session at the first hour that everyone shares', () => {
    const all = createFive(0, {
      0: createHours(1, 4),
      1: createHours(2, 5),
      2: createHours(0, 3),
      3: createHours(1, 5),
      4: createHours(1, 6),
    });
    const [squad] = groups(all, { kind: 'tonight' });
    expect(getSquadStart(squad!, now)).toEqual(createHours(2, 3).windowFrom);
    const short = all.with(2, createWaiting('SF', 'SF', 0, createHours(0, 2.75)));
    expect(groups(short, { kind: 'tonight' })).toEqual([]);
  });

  test('starts the session at a shared hour that falls in the next week', () => {
    const sunday = new Date('2026-03-08T22:30:00Z');
    const window = { windowFrom: new Date('2026-03-09T00:00:00Z'), windowUntil: new Date('2026-03-09T03:00:00Z') };
    const all = createFive(0, { 0: window, 1: window, 2: window, 3: window, 4: window });
    const newIds = new Set(all.map(({ userId }) => userId));
    const [squad] = findGroups(
      { waiting: all, newIds, forbiddenGroups: [], rules: defaultRules, kind: 'tonight' },
      sunday,
    );
    expect(getSquadStart(squad!, sunday)).toEqual(window.windowFrom);
  });
});

describe('findReplacements', () => {
  const findSubstitutes = (
    seatedPlayers: readonly WaitingPlayer[],
    candidates: readonly WaitingPlayer[],
    requestedIds: string[] = [],
  ) =>
    findReplacements(
      { seatedPlayers, candidates, seat: 'C', askedIds: new Set(requestedIds) },
      { rules: defaultRules, kind: 'now' },
      now,
    ).map(({ userId }) => userId);
  const seatedPlayers = createFive().slice(0, 4);

  test("lists solo players who weren't invited before, the best fit first", () => {
    const all = [
      createWaiting('low', 'C', 0, { rating: 70 }),
      createWaiting('good', 'C', 0),
      createWaiting('no', 'SF', 0),
    ];
    expect(findSubstitutes(seatedPlayers, all)).toEqual(['good', 'low']);
    expect(findSubstitutes(seatedPlayers, all, ['good'])).toEqual(['low']);
  });

  test('excludes party members, blocked players, and players without the shared platform or language', () => {
    const mates = [createWaiting('mate', 'C', 0, { groupId: 'p' }), createWaiting('other', 'PG', 0, { groupId: 'p' })];
    expect(findSubstitutes(seatedPlayers, mates)).toEqual([]);
    expect(findSubstitutes(seatedPlayers, [createWaiting('C', 'C', 600, { blocks: ['PG'] })])).toEqual([]);
    expect(
      findSubstitutes(seatedPlayers, [createWaiting('C', 'C', 600, { platform: 'PC', crossplay: false })]),
    ).toEqual([]);
    expect(findSubstitutes(seatedPlayers, [createWaiting('C', 'C', 600, { languages: ['Spanish'] })])).toEqual([]);
  });

  test("applies only the minimum score for the replacement's own wait time", () => {
    const poor = { rating: 60, competitive_level: 'casual', modes: ['Rec'], mic: false };
    const tickets = seatedPlayers.map((one, index) => ({
      ...one,
      player: { ...one.player, rating: index % 2 ? 99 : 75, mic: false, competitive_level: 'elite' },
    }));
    const createRules = (least: number) => ({
      ...defaultRules,
      queue: { stepMinutes: [1, 3, 6], minScores: [least, 0] },
    });
    const countAfter = (minutes: number, least: number) =>
      findReplacements(
        {
          seatedPlayers: tickets,
          candidates: [createWaiting('C', 'C', minutes, poor)],
          seat: 'C',
          askedIds: new Set(),
        },
        { rules: createRules(least), kind: 'now' },
        now,
      ).length;
    expect([countAfter(0, 99), countAfter(1, 99), countAfter(0, 1)]).toEqual([0, 1, 1]);
  });
});

const createSomebody = (at: number) =>
  fc
    .record({
      role: fc.constantFrom(...ROLES),
      flex: fc.subarray([...ROLES], { maxLength: 2 }),
      minutes: fc.constantFrom(0, 2, 4, 10),
      party: fc.constantFrom('one', 'two', ...Array<null>(14).fill(null)),
      anyLanguage: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
      platform: fc.constantFrom('PS5', 'PS5', 'PC'),
      crossplay: fc.integer({ min: 0, max: 4 }).map((one) => one > 0),
      region: fc.constantFrom('NA-East', 'NA-East', 'NA-West', 'EU'),
      languages: fc.subarray(['English', 'Spanish'], { minLength: 1 }),
      blocks: fc.constantFrom([], [], [at + 1], [at + 5]),
      rating: fc.option(fc.integer({ min: 60, max: 99 })),
    })
    .map(({ role, flex, minutes, party, blocks, ...change }) =>
      createWaiting(`p${at}`, role, minutes, {
        ...change,
        positions: [...new Set([role, ...flex])],
        groupId: party ?? `p${at}`,
        blocks: blocks.flatMap((one) => (one === at ? [] : [`p${one}`])),
      }),
    );

test("forms only groups that meet every member's requirements", () => {
  let squadCount = 0;
  fc.assert(
    fc.property(fc.tuple(...Array.from({ length: 16 }, (_, index) => createSomebody(index))), (all) => {
      const byId = new Map(all.map((one) => [one.userId, one]));
      const squads = groups(all);
      squadCount += squads.length;
      const memberIds = squads.flatMap(({ members }) => members);
      expect(new Set(memberIds).size).toBe(memberIds.length);
      for (const { members, positions } of squads) {
        const people = members.map((id) => byId.get(id)!);
        const players = people.map(({ player }) => player);
        expect(Object.values(positions).toSorted()).toEqual([...ROLES].sort());
        for (const { id, blocks, positions: own } of players) {
          expect(own).toContain(positions[id]);
          expect(members.filter((other) => blocks.includes(other))).toEqual([]);
        }
        const platforms = new Set(players.map(({ platform }) => platform));
        expect(platforms.size === 1 || players.every(({ crossplay }) => crossplay)).toBe(true);
        const speakOnly = (language: string) =>
          people.every(({ anyLanguage, player }) => anyLanguage || player.languages.includes(language));
        expect(speakOnly('English') || speakOnly('Spanish')).toBe(true);
        for (const { groupId } of people) {
          const mates = all.filter((one) => one.groupId === groupId).map(({ userId }) => userId);
          expect(members).toEqual(expect.arrayContaining(mates));
        }
      }
    }),
    { numRuns: 200 },
  );
  expect(squadCount).toBeGreaterThan(50);
});
