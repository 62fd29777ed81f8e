import { describe, expect, test } from 'vitest';
import { translateIssue } from '../../messages/issue-text.ts';
import { english } from '../../messages/lazy-text.ts';
import { orderLeadersFirst } from '../matches/matches.rules.ts';
import { createCrest } from './squad-crest.rules.ts';
import { generateSquadName } from './squad-names.generator.ts';
import * as messages from './squads.messages.ts';
import { chooseNextCaptain, findTransferProblem, listMissingPositions } from './squads.rules.ts';
import { SquadName } from './squads.schema.ts';

const roster = { captainId: 'b', memberIds: ['a', 'b', 'c'] };

describe("a squad's captain", () => {
  test('is the party leader if there is one in the match, otherwise the first player to accept', () => {
    expect(orderLeadersFirst(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c']);
    expect(orderLeadersFirst(['a', 'b', 'c'], ['c', 'b'])).toEqual(['c', 'a', 'b']);
  });

  test('stays captain when others leave; otherwise the longest-serving member takes over', () => {
    expect(chooseNextCaptain(roster, 'a')).toBe('b');
    expect(chooseNextCaptain(roster, 'b')).toBe('a');
    expect(chooseNextCaptain({ captainId: 'b', memberIds: ['b'] }, 'b')).toBeNull();
  });

  test('changes only when the captain picks another member', () => {
    expect(findTransferProblem(roster, 'b', 'c')).toBeUndefined();
    expect(findTransferProblem(roster, 'a', 'c')).toBe(messages.captainOnly);
    expect(findTransferProblem(roster, 'b', 'b')).toBe(messages.alreadyCaptain);
    expect(findTransferProblem(roster, 'b', 'x')).toBe(messages.memberNotFound);
  });
});

describe("a squad's name", () => {
  test('stays within the length limits and differs per seed when generated', () => {
    const names = Array.from({ length: 400 }, (_, seed) => generateSquadName(seed));
    expect(new Set(names).size).toBe(400);
    for (const name of names) expect(SquadName.parse(name)).toBe(name);
  });

  test.each([
    ['', /Enter a squad name\./],
    ['\u200b \u00ad', /Enter a squad name\./],
    ['\u3164\u2800', /Enter a squad name\./],
    ['🏀', /at least one letter or digit/],
    ['x'.repeat(41), /Keep the squad name to 40 characters/],
  ])('refuses %j', (name, sentence) => {
    expect(translateIssue(english, SquadName.safeParse(name).error!.issues[0]!.message)).toMatch(sentence);
  });

  test('trims surrounding whitespace', () => {
    expect(SquadName.parse('  Tide ')).toBe('Tide');
  });

  test('drops invisible characters and keeps emoji intact', () => {
    expect(SquadName.parse('Ti\u202ede\u0007\u2028Two 👨‍👩‍👧')).toBe('Tide Two 👨‍👩‍👧');
    expect(SquadName.safeParse(`Tide${'🧑🏽‍🚀'.repeat(36)}`).success).toBe(true);
  });
});

test("gives a crest's ring a different color than its ball for every seed", () => {
  const crests = Array.from({ length: 3000 }, (_, seed) => createCrest(seed));
  expect(crests.filter(({ ball, ring }) => ball === ring)).toEqual([]);
  expect(new Set(crests.map((crest) => JSON.stringify(crest))).size).toBeGreaterThan(1000);
  expect(createCrest(2 ** 31 - 2).moons.every((at) => at >= 0 && at < 360)).toBe(true);
});

describe('listMissingPositions', () => {
  const createSquad = (size: 2 | 5, ...positions: (string | null)[]) => ({
    size,
    members: positions.map((position) => ({ position })),
  });

  test('returns zero when the squad has enough players, no matter how long the roster is', () => {
    expect(listMissingPositions(createSquad(2, 'PG', 'PG'))).toEqual({ count: 0, positions: [] });
    expect(listMissingPositions(createSquad(5, 'PG', 'SG', 'SF', 'PF', 'C', 'C'))).toEqual({ count: 0, positions: [] });
  });

  test('lists the open positions only when every member plays a different one', () => {
    expect(listMissingPositions(createSquad(5, 'PG', 'SG', 'C'))).toEqual({ count: 2, positions: ['SF', 'PF'] });
    expect(listMissingPositions(createSquad(5, 'PG', 'PG', 'C'))).toEqual({ count: 2, positions: [] });
    expect(listMissingPositions(createSquad(5, null, 'PG', 'SG', 'SF'))).toEqual({ count: 1, positions: [] });
    expect(listMissingPositions(createSquad(2, 'C'))).toEqual({ count: 1, positions: [] });
  });
});
