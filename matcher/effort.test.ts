import { expect, test } from 'vitest';
import { poolSchema } from './matcher-schema.ts';
import { defaultRules, runMatcher } from './run.ts';

const HOUR = { start: '18:00', end: '19:00' };

test.each([
  ['consecutive', [{ days: ['Mon'], start: '18:00', end: '20:00' }]],
  ['on two days', [{ days: ['Mon', 'Tue'], ...HOUR }]],
  [
    'consecutive for some and on two days for others',
    [
      { days: ['Mon', 'Tue'], ...HOUR },
      { days: ['Wed'], start: '18:00', end: '20:00' },
    ],
  ],
])('finds all squads of a large pool with quick effort when the two shared hours are %s', (_, windows) => {
  const players = Array.from({ length: 5_050 }, (_, i) => ({
    id: `p${i}`,
    platform: 'PC',
    region: 'EU',
    positions: [defaultRules.seats[i % 5]],
    modes: ['Rec'],
    languages: ['English'],
    timezone: 'UTC',
    // With two sets of windows, groups of five players alternate between them.
    windows: [windows[Math.floor(i / 5) % windows.length]],
    wants: ['squad'],
  }));
  const pool = poolSchema.parse({ weekOf: '2026-03-02', players });
  const rules = { ...defaultRules, limits: { ...defaultRules.limits, minCommonMinutes: 120 } };
  expect(runMatcher(pool, rules, { seed: 1, effort: 'quick' }).squads).toHaveLength(1_010);
});
