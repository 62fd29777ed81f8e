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

const ASKED = ['a', 'b', 'c', 'd'];
const subjects = Array.from({ length: 4_000 }, (_, index) => `subject ${index}`);
const always = () => true;

test('spreads random numbers evenly and repeats them for the same words', () => {
  const drawn = subjects.map((subject) => getSeededChance(subject, 1));
  expect(drawn).toEqual(subjects.map((subject) => getSeededChance(subject, 1)));
  for (let tenth = 0; tenth < 10; tenth++) {
    const within = drawn.filter((one) => one >= tenth / 10 && one < (tenth + 1) / 10).length / drawn.length;
    expect(within).toBeGreaterThan(0.08);
    expect(within).toBeLessThan(0.12);
  }
});

describe('a group asked together', () => {
  test('has a decliner in one of eight cases, and never two', () => {
    const declined = subjects.filter((subject) => findDecliner(subject, ASKED) !== undefined);
    expect(declined.length / subjects.length).toBeGreaterThan(1 / 10);
    expect(declined.length / subjects.length).toBeLessThan(1 / 6.5);
    for (const subject of subjects) {
      const answers = ASKED.map((userId) => chooseForCheck(subject, ASKED, userId).answer);
      expect(answers.filter((answer) => answer === 'not_now').length).toBe(declined.includes(subject) ? 1 : 0);
    }
  });

  test("picks each member as decliner sometimes, regardless of the list's order", () => {
    const who = subjects.map((subject) => findDecliner(subject, ASKED));
    for (const one of ASKED) expect(who.filter((other) => other === one).length).toBeGreaterThan(60);
    expect(subjects.map((subject) => findDecliner(subject, ASKED.toReversed()))).toEqual(who);
    expect(findDecliner('subject 1', [])).toBeUndefined();
  });

  test('declines a match only after all others have answered and if a replacement exists', () => {
    for (const subject of subjects.slice(0, 400)) {
      const choices = ASKED.map((userId) => chooseForMatch(subject, ASKED, userId, always));
      const latest = Math.max(...choices.filter(({ answer }) => answer === 'accept').map(({ seconds }) => seconds));
      for (const { answer, seconds } of choices) if (answer === 'decline') expect(seconds).toBeGreaterThan(latest);
      for (const userId of ASKED) {
        expect(chooseForMatch(subject, ASKED, userId, () => false).answer).toBe('accept');
        expect(chooseForSession(subject, ASKED, userId, () => false).answer).toBe('yes');
      }
      expect(chooseForMatch(subject, ['a'], 'a', always).answer).toBe('accept');
    }
    const chosenAnswers = subjects.flatMap((subject) =>
      ASKED.map((one) => chooseForSession(subject, ASKED, one, always).answer),
    );
    expect(chosenAnswers.filter((answer) => answer === 'no').length).toBeGreaterThan(300);
  });
});

test('makes sample players accept most invitations', () => {
  const accepted = subjects.filter((subject) => chooseForInvitation(subject, 'a').answer === 'accept').length;
  expect(accepted / subjects.length).toBeGreaterThan(0.84);
  expect(accepted / subjects.length).toBeLessThan(0.91);
});

test('makes sample players answer after a human delay, and well before a ready check expires', () => {
  for (const subject of subjects.slice(0, 500)) {
    const check = chooseForCheck(subject, ASKED, 'b').seconds;
    expect(check).toBeGreaterThanOrEqual(3);
    expect(check).toBeLessThanOrEqual(9);
    const proposal = chooseForMatch(subject, ASKED, 'b', always).seconds;
    expect(proposal).toBeGreaterThanOrEqual(3);
    // Their program also reads new matches only every three seconds, so the total stays below 20.
    expect(proposal).toBeLessThanOrEqual(16);
    const others = [
      chooseForSession(subject, ASKED, 'b', always).seconds,
      chooseForInvitation(subject, 'b').seconds,
      chooseCheckInSeconds(subject, 'b'),
    ];
    for (const seconds of others) {
      expect(seconds).toBeGreaterThanOrEqual(4);
      expect(seconds).toBeLessThanOrEqual(40);
    }
  }
});
