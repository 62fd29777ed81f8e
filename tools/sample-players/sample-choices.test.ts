import { describe, expect, test } from 'vitest';
import {
  chooseCheckInSeconds,
  chooseForCheck,
  chooseForInvitation,
  chooseForMatch,
  chooseForSession,
  findDecliner,
  seededChance,
} from './sample-choices.ts';

const ASKED = ['a', 'b', 'c', 'd'];
const subjects = Array.from({ length: 4_000 }, (_, index) => `subject ${index}`);
const always = () => true;

test('chance is spread evenly, and the same for the same words', () => {
  const drawn = subjects.map((subject) => seededChance(subject, 1));
  expect(drawn).toEqual(subjects.map((subject) => seededChance(subject, 1)));
  for (let tenth = 0; tenth < 10; tenth++) {
    const within = drawn.filter((one) => one >= tenth / 10 && one < (tenth + 1) / 10).length / drawn.length;
    expect(within).toBeGreaterThan(0.08);
    expect(within).toBeLessThan(0.12);
  }
});

describe('of those who are asked together', () => {
  test('one in eight times one says no, never two', () => {
    const declined = subjects.filter((subject) => findDecliner(subject, ASKED) !== undefined);
    expect(declined.length / subjects.length).toBeGreaterThan(1 / 10);
    expect(declined.length / subjects.length).toBeLessThan(1 / 6.5);
    for (const subject of subjects) {
      const answers = ASKED.map((userId) => chooseForCheck(subject, ASKED, userId).answer);
      expect(answers.filter((answer) => answer === 'not_now').length).toBe(declined.includes(subject) ? 1 : 0);
    }
  });

  test('each is the one now and then, in whatever order they are named', () => {
    const who = subjects.map((subject) => findDecliner(subject, ASKED));
    for (const one of ASKED) expect(who.filter((other) => other === one).length).toBeGreaterThan(60);
    expect(subjects.map((subject) => findDecliner(subject, ASKED.toReversed()))).toEqual(who);
    expect(findDecliner('subject 1', [])).toBeUndefined();
  });

  test('whoever declines a proposal does so after the others, and only where somebody can come in their place', () => {
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
    const said = subjects.flatMap((subject) =>
      ASKED.map((one) => chooseForSession(subject, ASKED, one, always).answer),
    );
    expect(said.filter((answer) => answer === 'no').length).toBeGreaterThan(300);
  });
});

test('an invitation is mostly accepted', () => {
  const accepted = subjects.filter((subject) => chooseForInvitation(subject, 'a').answer === 'accept').length;
  expect(accepted / subjects.length).toBeGreaterThan(0.84);
  expect(accepted / subjects.length).toBeLessThan(0.91);
});

test('nobody answers at once, nobody keeps people waiting, and a check is answered well within its time', () => {
  for (const subject of subjects.slice(0, 500)) {
    const check = chooseForCheck(subject, ASKED, 'b').seconds;
    expect(check).toBeGreaterThanOrEqual(3);
    expect(check).toBeLessThanOrEqual(9);
    const proposal = chooseForMatch(subject, ASKED, 'b', always).seconds;
    expect(proposal).toBeGreaterThanOrEqual(3);
    // Their program reads new proposals every three seconds: together less than 20.
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
