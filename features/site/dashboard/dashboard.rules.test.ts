import { describe, expect, it, test } from 'vitest';
import { DEFAULT_FIELDS } from '../../profiles/profile-defaults.rules.ts';
import { FIELD_NAMES, type FieldName } from '../../profiles/profile-fields.schema.ts';
import { compareByDeadline, listFirstSteps } from './dashboard.rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute));
const thing = (name: string, until: number | null, since = 0) => ({
  thing: name,
  until: until === null ? null : at(until),
  since: at(since),
});
const order = (...things: ReturnType<typeof thing>[]) => compareByDeadline(things).map((one) => one.thing);

describe('compareByDeadline', () => {
  test('sorts by deadline whatever the input order', () => {
    expect(order(thing('proposal', 50), thing('check', 1), thing('session', 20))).toEqual([
      'check',
      'session',
      'proposal',
    ]);
  });

  test('puts things without a deadline last, the longest waiting first', () => {
    expect(order(thing('message', null, 9), thing('invitation', null, 3), thing('proposal', 50, 30))).toEqual([
      'proposal',
      'invitation',
      'message',
    ]);
  });

  test('is deterministic for equal instants', () => {
    const [a, b] = [thing('a', 5), thing('b', 5)];
    expect(order(b, a)).toEqual(order(a, b));
    expect(order(thing('later', 5, 8), thing('earlier', 5, 2))).toEqual(['earlier', 'later']);
  });

  test('leaves its input unchanged', () => {
    const given = [thing('b', 9), thing('a', 1)];
    compareByDeadline(given);
    expect(given.map((one) => one.thing)).toEqual(['b', 'a']);
  });
});

describe('listFirstSteps', () => {
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, DEFAULT_FIELDS[name] ?? null])) as Record<
    FieldName,
    unknown
  >;
  const arrived = {
    ...fields,
    display_name: 'Nova',
    timezone: 'UTC',
    availability: [] as unknown[],
    twitch_login: null,
  };
  const done = (profile: Parameters<typeof listFirstSteps>[0]) =>
    listFirstSteps(profile).flatMap((one) => (one.done ? [one.step] : []));

  it('lists all three as open without a profile', () => {
    expect(listFirstSteps(undefined).map(({ step }) => step)).toEqual(['position', 'hours', 'handle']);
    expect(done(undefined)).toEqual([]);
  });

  it('keeps the position open while the profile only has the one every new profile starts with', () => {
    expect(done(arrived)).toEqual([]);
    expect(done({ ...arrived, region: 'EU' })).toEqual([]);
  });

  it('ticks off a position that was changed, or confirmed by going past its step', () => {
    expect(done({ ...arrived, role: 'C' })).toEqual(['position']);
    expect(done({ ...arrived, height_in: 78 })).toEqual(['position']);
    expect(done({ ...arrived, availability: [{}] })).toEqual(['position', 'hours']);
  });

  it('accepts any handle', () => {
    expect(done({ ...arrived, role: 'C', xbox: 'Nova' })).toEqual(['position', 'handle']);
    expect(done({ ...arrived, twitch_login: 'nova' })).toEqual(['handle']);
  });
});
