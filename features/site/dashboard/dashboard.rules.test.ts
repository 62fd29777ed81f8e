import { describe, expect, test } from 'vitest';
import { byDeadline, firstStepsOf } from './dashboard.rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute));
const thing = (name: string, until: number | null, since = 0) => ({
  thing: name,
  until: until === null ? null : at(until),
  since: at(since),
});
const order = (...things: ReturnType<typeof thing>[]) => byDeadline(things).map((one) => one.thing);

describe('what waits', () => {
  test('stands in the order of its deadlines, whatever the order it was found in', () => {
    expect(order(thing('proposal', 50), thing('check', 1), thing('session', 20))).toEqual([
      'check',
      'session',
      'proposal',
    ]);
  });

  test('comes last without a deadline, what has waited longest first', () => {
    expect(order(thing('message', null, 9), thing('invitation', null, 3), thing('proposal', 50, 30))).toEqual([
      'proposal',
      'invitation',
      'message',
    ]);
  });

  test('of the same instants always stands in the same order', () => {
    const [a, b] = [thing('a', 5), thing('b', 5)];
    expect(order(b, a)).toEqual(order(a, b));
    expect(order(thing('later', 5, 8), thing('earlier', 5, 2))).toEqual(['earlier', 'later']);
  });

  test('leaves what it was given as it was', () => {
    const given = [thing('b', 9), thing('a', 1)];
    byDeadline(given);
    expect(given.map((one) => one.thing)).toEqual(['b', 'a']);
  });
});

describe('the first three steps', () => {
  const blank = {
    role: null,
    availability: [],
    twitch_login: null,
    discord: null,
    twitter: null,
    psn: null,
    xbox: null,
  };
  const done = (profile: Parameters<typeof firstStepsOf>[0]) =>
    firstStepsOf(profile).flatMap((one) => (one.done ? [one.step] : []));

  test('are all open without a profile, and with a blank one', () => {
    expect(done(undefined)).toEqual([]);
    expect(done(blank)).toEqual([]);
    expect(firstStepsOf(blank).map(({ step }) => step)).toEqual(['position', 'hours', 'handle']);
  });

  test('are done one by one; any handle will do', () => {
    expect(done({ ...blank, role: 'PG' })).toEqual(['position']);
    expect(done({ ...blank, role: 'PG', availability: [{}] })).toEqual(['position', 'hours']);
    expect(done({ ...blank, xbox: 'Nova' })).toEqual(['handle']);
    expect(done({ ...blank, twitch_login: 'nova' })).toEqual(['handle']);
  });
});
