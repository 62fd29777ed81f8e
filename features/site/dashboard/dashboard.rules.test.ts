import { describe, expect, it, test } from 'vitest';
import { DEFAULT_FIELDS } from '../../profiles/profile-defaults.rules.ts';
import { FIELD_NAMES, type FieldName } from '../../profiles/profile-fields.schema.ts';
import { compareByDeadline, listFirstSteps } from './dashboard.rules.ts';

const timeAt = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute));
const createThing = (name: string, until: number | null, since = 0) => ({
  thing: name,
  until: until === null ? null : timeAt(until),
  since: timeAt(since),
});
const order = (...things: ReturnType<typeof createThing>[]) => compareByDeadline(things).map((one) => one.thing);

describe('compareByDeadline', () => {
  test('sorts by deadline regardless of input order', () => {
    expect(order(createThing('proposal', 50), createThing('check', 1), createThing('session', 20))).toEqual([
      'check',
      'session',
      'proposal',
    ]);
  });

  test('puts items without a deadline last, the longest waiting first', () => {
    expect(
      order(createThing('message', null, 9), createThing('invitation', null, 3), createThing('proposal', 50, 30)),
    ).toEqual(['proposal', 'invitation', 'message']);
  });

  test('returns the same order every time when deadlines are equal', () => {
    const [a, b] = [createThing('a', 5), createThing('b', 5)];
    expect(order(b, a)).toEqual(order(a, b));
    expect(order(createThing('later', 5, 8), createThing('earlier', 5, 2))).toEqual(['earlier', 'later']);
  });

  test("doesn't modify its input", () => {
    const items = [createThing('b', 9), createThing('a', 1)];
    compareByDeadline(items);
    expect(items.map((one) => one.thing)).toEqual(['b', 'a']);
  });
});

describe('listFirstSteps', () => {
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, DEFAULT_FIELDS[name] ?? null])) as Record<
    FieldName,
    unknown
  >;
  const arrivedProfile = {
    ...fields,
    display_name: 'Nova',
    timezone: 'UTC',
    availability: [] as unknown[],
    twitch_login: null,
  };
  const listDone = (profile: Parameters<typeof listFirstSteps>[0]) =>
    listFirstSteps(profile).flatMap((one) => (one.done ? [one.step] : []));

  it('lists all three steps as open without a profile', () => {
    expect(listFirstSteps(undefined).map(({ step }) => step)).toEqual(['position', 'hours', 'handle']);
    expect(listDone(undefined)).toEqual([]);
  });

  it('keeps the position step open while the profile still has the default position', () => {
    expect(listDone(arrivedProfile)).toEqual([]);
    expect(listDone({ ...arrivedProfile, region: 'EU' })).toEqual([]);
  });

  it('completes the position step when it was changed, or confirmed by moving past it', () => {
    expect(listDone({ ...arrivedProfile, role: 'C' })).toEqual(['position']);
    expect(listDone({ ...arrivedProfile, height_in: 78 })).toEqual(['position']);
    expect(listDone({ ...arrivedProfile, availability: [{}] })).toEqual(['position', 'hours']);
  });

  it('accepts a handle on any platform', () => {
    expect(listDone({ ...arrivedProfile, role: 'C', xbox: 'Nova' })).toEqual(['position', 'handle']);
    expect(listDone({ ...arrivedProfile, twitch_login: 'nova' })).toEqual(['handle']);
  });
});
