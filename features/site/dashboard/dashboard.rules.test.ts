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
  test('sorts by deadline regardless of input order', () => {
    expect(order(thing('proposal', 50), thing('check', 1), thing('session', 20))).toEqual([
      'check',
      'session',
      'proposal',
    ]);
  });

  test('puts items without a deadline last, the longest waiting first', () => {
    expect(order(thing('message', null, 9), thing('invitation', null, 3), thing('proposal', 50, 30))).toEqual([
      'proposal',
      'invitation',
      'message',
    ]);
  });

  test('returns the same order every time when deadlines are equal', () => {
    const [a, b] = [thing('a', 5), thing('b', 5)];
    expect(order(b, a)).toEqual(order(a, b));
    expect(order(thing('later', 5, 8), thing('earlier', 5, 2))).toEqual(['earlier', 'later']);
  });

  test("doesn't modify its input", () => {
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

  it('lists all three steps as open without a profile', () => {
    expect(listFirstSteps(undefined).map(({ step }) => step)).toEqual(['position', 'hours', 'handle']);
    expect(done(undefined)).toEqual([]);
  });

  it('keeps the position step open while the profile still has the default position', () => {
    expect(done(arrived)).toEqual([]);
    expect(done({ ...arrived, region: 'EU' })).toEqual([]);
  });

  it('completes the position step when it was changed, or confirmed by moving past it', () => {
    expect(done({ ...arrived, role: 'C' })).toEqual(['position']);
    expect(done({ ...arrived, height_in: 78 })).toEqual(['position']);
    expect(done({ ...arrived, availability: [{}] })).toEqual(['position', 'hours']);
  });

  it('accepts a handle on any platform', () => {
    expect(done({ ...arrived, role: 'C', xbox: 'Nova' })).toEqual(['position', 'handle']);
    expect(done({ ...arrived, twitch_login: 'nova' })).toEqual(['handle']);
  });
});
