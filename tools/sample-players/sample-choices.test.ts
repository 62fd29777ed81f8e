import { describe, expect, test } from 'vitest';
import {
  chooseCheckInSeconds,
  chooseForCheck,
  chooseForInvitation,
  chooseForMatch,
  chooseForSession,
  findDecliner,
  getSeededChance,
} from './sample-choices.ts';

const MEMBERS = ['a', 'b', 'c', 'd'];
const subjects = Array.from({ length: 4_000 }, (_, index) => `subject ${index}`);
const alwaysTrue = () => true;

test('spreads random numbers evenly and repeats them for the same words', () => {
  const chances = subjects.map((subject) => getSeededChance(subject, 1));
  expect(chances).toEqual(subjects.map((subject) => getSeededChance(subject, 1)));
  for (let tenth = 0; tenth < 10; tenth++) {
    const within = chances.filter((one) => one >= tenth / 10 && one < (tenth + 1) / 10).length / chances.length;
    expect(within).toBeGreaterThan(0.08);
    expect(within).toBeLessThan(0.12);
  }
});

describe('a group invited together', () => {
  test('has one member who declines in one of eight cases, and never two', () => {
    const declinedSubjects = subjects.filter((subject) => findDecliner(subject, MEMBERS) !== undefined);
    expect(declinedSubjects.length / subjects.length).toBeGreaterThan(1 / 10);
    expect(declinedSubjects.length / subjects.length).toBeLessThan(1 / 6.5);
    for (const subject of subjects) {
      const choices = MEMBERS.map((userId) => chooseForCheck(subject, MEMBERS, userId).answer);
      expect(choices.filter((answer) => answer === 'not_now').length).toBe(declinedSubjects.includes(subject) ? 1 : 0);
    }
  });

  test("lets each member be the one who declines, regardless of the list's order", () => {
    const user = subjects.map((subject) => findDecliner(subject, MEMBERS));
    for (const one of MEMBERS) expect(user.filter((other) => other === one).length).toBeGreaterThan(60);
    expect(subjects.map((subject) => findDecliner(subject, MEMBERS.toReversed()))).toEqual(user);
    expect(findDecliner('subject 1', [])).toBeUndefined();
  });

  test('declines a match only after all others have answered and if a replacement exists', () => {
    for (const subject of subjects.slice(0, 400)) {
      const choices = MEMBERS.map((userId) => chooseForMatch(subject, MEMBERS, userId, alwaysTrue));
      const latest = Math.max(...choices.filter(({ answer }) => answer === 'accept').map(({ seconds }) => seconds));
      for (const { answer, seconds } of choices) if (answer === 'decline') expect(seconds).toBeGreaterThan(latest);
      for (const userId of MEMBERS) {
        expect(chooseForMatch(subject, MEMBERS, userId, () => false).answer).toBe('accept');
        expect(chooseForSession(subject, MEMBERS, userId, () => false).answer).toBe('yes');
      }
      expect(chooseForMatch(subject, ['a'], 'a', alwaysTrue).answer).toBe('accept');
    }
    const chosenAnswers = subjects.flatMap((subject) =>
      MEMBERS.map((one) => chooseForSession(subject, MEMBERS, one, alwaysTrue).answer),
    );
    expect(chosenAnswers.filter((answer) => answer === 'no').length).toBeGreaterThan(300);
  });
});

test('makes sample players accept most invitations', () => {
  const acceptedCount = subjects.filter((subject) => chooseForInvitation(subject, 'a').answer === 'accept').length;
  expect(acceptedCount / subjects.length).toBeGreaterThan(0.84);
  expect(acceptedCount / subjects.length).toBeLessThan(0.91);
});

test('makes sample players answer after a human delay, and well before a ready check expires', () => {
  for (const subject of subjects.slice(0, 500)) {
    const check = chooseForCheck(subject, MEMBERS, 'b').seconds;
    expect(check).toBeGreaterThanOrEqual(3);
    expect(check).toBeLessThanOrEqual(9);
    const proposal = chooseForMatch(subject, MEMBERS, 'b', alwaysTrue).seconds;
    expect(proposal).toBeGreaterThanOrEqual(3);
    // The sample players also check for new matches only every three seconds, so the total stays below 20.
    expect(proposal).toBeLessThanOrEqual(16);
    const others = [
      chooseForSession(subject, MEMBERS, 'b', alwaysTrue).seconds,
      chooseForInvitation(subject, 'b').seconds,
      chooseCheckInSeconds(subject, 'b'),
    ];
    for (const seconds of others) {
      expect(seconds).toBeGreaterThanOrEqual(4);
      expect(seconds).toBeLessThanOrEqual(40);
    }
  }
});
