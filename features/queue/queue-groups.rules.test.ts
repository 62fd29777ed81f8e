import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultRules } from '../../matcher/default-rules.ts';
import type { MatchingRules, PoolPlayer, Squad } from '../../matcher/run.ts';
import { subtractMs } from '../../time/instants.ts';
import { MINUTE_MS } from '../../time/units.ts';
import type { Waiting } from './queue-candidates.rules.ts';
import { findGroups, findReplacements, getSquadStart } from './queue-groups.rules.ts';

const now = new Date('2026-03-03T20:00:00Z');
const ROLES = ['PG', 'SG', 'SF', 'PF', 'C'] as const;

type Change = Partial<PoolPlayer> & Partial<Pick<Waiting, 'groupId' | 'anyLanguage' | 'windowFrom' | 'windowUntil'>>;

/** Creates a player who has been waiting for some minutes. */
function waiting(userId: string, role: string, minutes: number, change: Change = {}): Waiting {
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
const five = (minutes = 0, changes: Record<number, Change> = {}, mark = '') =>
  ROLES.map((role, at) => waiting(`${role}${mark}`, role, minutes, changes[at]));

const groups = (
  all: readonly Waiting[],
  { fresh = all.map(({ userId }) => userId), forbidden = [] as string[][], kind = 'now' as 'now' | 'tonight' } = {},
  rules: MatchingRules = defaultRules,
) => findGroups({ waiting: all, fresh: new Set(fresh), forbidden, rules, kind }, now);
const membersOf = (squads: readonly Squad[]) => squads.map(({ members }) => members.toSorted());

describe('findGroups', () => {
  test('forms a group from five players with five positions, including new arrivals', () => {
    expect(membersOf(groups(five()))).toEqual([[...ROLES].sort()]);
    expect(membersOf(groups(five(), { fresh: ['SF'] }))).toEqual([[...ROLES].sort()]);
    expect(groups(five().slice(1))).toEqual([]);
    expect(groups([...five().slice(1), waiting('C2', 'C', 0)])).toEqual([]);
  });

  test('never includes a blocked pair, however long everyone has waited', () => {
    expect(groups(five(600, { 0: { blocks: ['C'] } }))).toEqual([]);
    const spare = [...five(600, { 0: { blocks: ['C'] } }), waiting('C2', 'C', 0)];
    expect(membersOf(groups(spare))).toEqual([['C2', 'PF', 'PG', 'SF', 'SG']]);
  });

  test('requires one platform unless everyone allows crossplay, even after a long wait', () => {
    const xbox = { platform: 'Xbox Series' };
    expect(groups(five(0, { 0: xbox }))).toHaveLength(1);
    expect(groups(five(600, { 0: xbox, 3: { crossplay: false } }))).toEqual([]);
    expect(groups(five(0, { 3: { crossplay: false } }))).toHaveLength(1);
  });

  test('requires a shared language unless the odd one out accepts any language', () => {
    const spanish = { languages: ['Spanish'] };
    expect(groups(five(600, { 2: spanish }))).toEqual([]);
    expect(groups(five(0, { 2: { ...spanish, anyLanguage: true } }))).toHaveLength(1);
    // Other players can only waive their own requirement.
    expect(groups(five(600, { 1: { anyLanguage: true }, 2: spanish }))).toEqual([]);
    expect(groups(five(0, { 2: { languages: [], anyLanguage: true } }))).toHaveLength(1);
  });

  test('includes all members of a party or none', () => {
    const party = { groupId: 'together' };
    const mates = five(0, { 0: party, 1: party });
    expect(membersOf(groups(mates))).toEqual([[...ROLES].sort()]);
    const clash = [...mates, waiting('PG2', 'PG', 0, party)];
    expect(groups(clash)).toEqual([]);
    const without = membersOf(groups([...clash, waiting('PG3', 'PG', 0), waiting('SG3', 'SG', 0)]));
    expect(without).toEqual([['C', 'PF', 'PG3', 'SF', 'SG3']]);
  });

  test('spans regions only if every member has waited long enough', () => {
    const eu = { region: 'EU' };
    expect(groups(five(2.9, { 4: eu }))).toEqual([]);
    const longer = five(3, { 4: eu });
    expect(groups(longer)).toHaveLength(1);
    expect(groups(longer.with(0, waiting('PG', 'PG', 2.9)))).toEqual([]);
    expect(groups(five(600, { 4: { region: 'Asia' } }))).toEqual([]);
  });

  test('uses the minimum score of the member who has waited least', () => {
    const apart = { 0: { rating: 60, competitive_level: 'casual' }, 4: { rating: 99, competitive_level: 'elite' } };
    const [found] = groups(five(600, apart));
    const { score } = found!;
    const at = (minScores: number[], all: readonly Waiting[]) =>
      groups(all, {}, { ...defaultRules, queue: { stepMinutes: [1, 3, 6], minScores } }).length;
    expect(at([score + 1, score, 0, 0], five(0.9, apart))).toBe(0);
    expect(at([score + 1, score, 0, 0], five(1, apart))).toBe(1);
    expect(at([score + 1, score, 0, 0], five(1, apart).with(2, waiting('SF', 'SF', 0.9)))).toBe(0);
  });

  test("doesn't form a group again that recently broke up", () => {
    const forbidden = [[...ROLES]];
    expect(groups(five(), { forbidden })).toEqual([]);
    expect(groups([...five(), waiting('C2', 'C', 0)], { forbidden })).toHaveLength(1);
  });
});

describe('findGroups in a crowd of one role', () => {
  const ids = (squads: readonly Squad[]) => squads.flatMap(({ members }) => members);
  const crowd = (count: number, change: Change = {}) =>
    Array.from({ length: count }, (_, no) => waiting(`crowd-${no}`, 'C', no % 10, change));

  test('finds the only group, whether it considers everyone or only newcomers', () => {
    const others = five().slice(0, 4);
    const all = [...crowd(5_000), ...others];
    expect(groups(all)).toHaveLength(1);
    expect(groups(all, { fresh: others.map(({ userId }) => userId) })).toHaveLength(1);
  });

  test('chooses one of those who have waited longest', () => {
    const [squad] = groups([...crowd(1_000), ...five().slice(0, 4)]);
    const chosen = squad!.members.find((id) => id.startsWith('crowd-'))!;
    expect(Number(chosen.slice('crowd-'.length)) % 10).toBeGreaterThanOrEqual(6);
  });

  test('finds the only player on a platform among thousands who have waited longer', () => {
    const others = five(
      0,
      Object.fromEntries(ROLES.map((_, at) => [at, { platform: 'Xbox Series', crossplay: false }])),
    );
    expect(ids(groups([...crowd(3_000), ...others])).toSorted()).toEqual([...ROLES].sort());
  });

  test('never splits a party', () => {
    const party = { groupId: 'together' };
    const mates = [waiting('C2', 'C', 0, party), waiting('PG', 'PG', 0, party)];
    const [squad] = groups([...crowd(1_000), ...mates, ...five().slice(1, 4)]);
    expect(squad!.members.toSorted()).toEqual(['C2', 'PF', 'PG', 'SF', 'SG']);
  });

  test('finds hundreds of groups at once when all roles are common', () => {
    const all = Array.from({ length: 400 }, (_, no) => five(0, {}, `-${no}`)).flat();
    expect(groups(all).length).toBeGreaterThan(380);
  });
});

describe('findGroups for tonight', () => {
  const hours = (from: number, until: number) => ({
    windowFrom: new Date(now.getTime() + from * 3_600_000),
    windowUntil: new Date(now.getTime() + until * 3_600_000),
  });

  test('starts the session at the first hour that everyone shares', () => {
    const all = five(0, { 0: hours(1, 4), 1: hours(2, 5), 2: hours(0, 3), 3: hours(1, 5), 4: hours(1, 6) });
    const [squad] = groups(all, { kind: 'tonight' });
    expect(getSquadStart(squad!, now)).toEqual(hours(2, 3).windowFrom);
    const short = all.with(2, waiting('SF', 'SF', 0, hours(0, 2.75)));
    expect(groups(short, { kind: 'tonight' })).toEqual([]);
  });

  test('starts the session at a shared hour that falls in the next week', () => {
    const sunday = new Date('2026-03-08T22:30:00Z');
    const window = { windowFrom: new Date('2026-03-09T00:00:00Z'), windowUntil: new Date('2026-03-09T03:00:00Z') };
    const all = five(0, { 0: window, 1: window, 2: window, 3: window, 4: window });
    const fresh = new Set(all.map(({ userId }) => userId));
    const [squad] = findGroups({ waiting: all, fresh, forbidden: [], rules: defaultRules, kind: 'tonight' }, sunday);
    expect(getSquadStart(squad!, sunday)).toEqual(window.windowFrom);
  });
});

describe('findReplacements', () => {
  const substitutes = (held: readonly Waiting[], candidates: readonly Waiting[], asked: string[] = []) =>
    findReplacements(
      { held, candidates, seat: 'C', asked: new Set(asked) },
      { rules: defaultRules, kind: 'now' },
      now,
    ).map(({ userId }) => userId);
  const held = five().slice(0, 4);

  test("lists solo players who weren't invited before, the best fit first", () => {
    const all = [waiting('low', 'C', 0, { rating: 70 }), waiting('good', 'C', 0), waiting('no', 'SF', 0)];
    expect(substitutes(held, all)).toEqual(['good', 'low']);
    expect(substitutes(held, all, ['good'])).toEqual(['low']);
  });

  test('excludes party members, blocked players, and players without the shared platform or language', () => {
    const mates = [waiting('mate', 'C', 0, { groupId: 'p' }), waiting('other', 'PG', 0, { groupId: 'p' })];
    expect(substitutes(held, mates)).toEqual([]);
    expect(substitutes(held, [waiting('C', 'C', 600, { blocks: ['PG'] })])).toEqual([]);
    expect(substitutes(held, [waiting('C', 'C', 600, { platform: 'PC', crossplay: false })])).toEqual([]);
    expect(substitutes(held, [waiting('C', 'C', 600, { languages: ['Spanish'] })])).toEqual([]);
  });

  test("applies only the minimum score for the replacement's own wait time", () => {
    const poor = { rating: 60, competitive_level: 'casual', modes: ['Rec'], mic: false };
    const apart = held.map((one, at) => ({
      ...one,
      player: { ...one.player, rating: at % 2 ? 99 : 75, mic: false, competitive_level: 'elite' },
    }));
    const rules = (least: number) => ({ ...defaultRules, queue: { stepMinutes: [1, 3, 6], minScores: [least, 0] } });
    const of = (minutes: number, least: number) =>
      findReplacements(
        { held: apart, candidates: [waiting('C', 'C', minutes, poor)], seat: 'C', asked: new Set() },
        { rules: rules(least), kind: 'now' },
        now,
      ).length;
    expect([of(0, 99), of(1, 99), of(0, 1)]).toEqual([0, 1, 1]);
  });
});

const somebody = (at: number) =>
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
      waiting(`p${at}`, role, minutes, {
        ...change,
        positions: [...new Set([role, ...flex])],
        groupId: party ?? `p${at}`,
        blocks: blocks.flatMap((one) => (one === at ? [] : [`p${one}`])),
      }),
    );

test("forms only groups that meet every member's requirements", () => {
  let formed = 0;
  fc.assert(
    fc.property(fc.tuple(...Array.from({ length: 16 }, (_, at) => somebody(at))), (all) => {
      const byId = new Map(all.map((one) => [one.userId, one]));
      const squads = groups(all);
      formed += squads.length;
      const taken = squads.flatMap(({ members }) => members);
      expect(new Set(taken).size).toBe(taken.length);
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
        const speaks = (language: string) =>
          people.every(({ anyLanguage, player }) => anyLanguage || player.languages.includes(language));
        expect(speaks('English') || speaks('Spanish')).toBe(true);
        for (const { groupId } of people) {
          const mates = all.filter((one) => one.groupId === groupId).map(({ userId }) => userId);
          expect(members).toEqual(expect.arrayContaining(mates));
        }
      }
    }),
    { numRuns: 200 },
  );
  expect(formed).toBeGreaterThan(50);
});
