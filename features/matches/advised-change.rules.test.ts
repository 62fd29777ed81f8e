import { describe, expect, test } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { type EditableProfile, formatChangeLines, toAdvisedChange } from './advised-change.rules.ts';

const profile: EditableProfile = {
  crossplay: false,
  modes: ['Rec'],
  availability: [{ days: ['Mon'], start: '19:00', end: '21:00' }],
  role: 'PG',
  flex_positions: ['SG'],
  languages: ['English'],
};

describe('profile with advice applied', () => {
  test.each([
    [[{ kind: 'crossplay' }], { crossplay: true }],
    [[{ kind: 'mode', mode: 'Park/City' }], { modes: ['Rec', 'Park/City'] }],
    [[{ kind: 'language', language: 'French' }], { languages: ['English', 'French'] }],
    [[{ kind: 'position', position: 'C', first: false }], { flex_positions: ['SG', 'C'] }],
    [[{ kind: 'position', position: 'C', first: true }], { role: 'C' }],
    [
      [
        { kind: 'time', day: 'Wed', start: '20:00', end: '23:00' },
        { kind: 'time', day: 'Thu', start: '20:00', end: '23:00' },
      ],
      {
        availability: [
          { days: ['Mon'], start: '19:00', end: '21:00' },
          { days: ['Wed'], start: '20:00', end: '23:00' },
          { days: ['Thu'], start: '20:00', end: '23:00' },
        ],
      },
    ],
  ] as const)('applies only the change in %j', (advice, fields) => {
    expect(toAdvisedChange(profile, [...advice])).toEqual({ fields, looks: [] });
  });

  test('adds no duplicates and returns a new squad or pair search separately', () => {
    expect(toAdvisedChange(profile, [{ kind: 'mode', mode: 'Rec' }])).toEqual({
      fields: { modes: ['Rec'] },
      looks: [],
    });
    expect(toAdvisedChange(profile, [{ kind: 'wants', wants: 'pair' }])).toEqual({ fields: {}, looks: ['pair'] });
  });

  test('returns undefined when the change would involve other people', () => {
    expect(toAdvisedChange(profile, [{ kind: 'crossplay' }, { kind: 'party' }])).toBeUndefined();
  });

  test('lists the old and new values of the change', () => {
    const change = toAdvisedChange(profile, [
      { kind: 'crossplay' },
      { kind: 'time', day: 'Wed', start: '20:00', end: '23:00' },
      { kind: 'wants', wants: 'pair' },
    ])!;
    const hoursBy = (clock: 12 | 24) => formatChangeLines(english, profile, change, clock)[1]!.text;
    expect(formatChangeLines(english, profile, change, 24)).toEqual([
      { label: 'Crossplay', text: 'no → yes' },
      { label: 'Hours', text: 'Mon 19:00–21:00 → Mon 19:00–21:00 · Wed 20:00–23:00' },
      { label: "You're looking for", text: 'a pair too' },
    ]);
    expect(hoursBy(12)).toBe('Mon 7:00–9:00 PM → Mon 7:00–9:00 PM · Wed 8:00–11:00 PM');
  });
});
