import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultRules } from './default-rules.ts';
import type { PoolPlayer } from './matcher-schema.ts';
import { runMatcher } from './run.ts';
import { createPlayerArbitrary } from './test-arbitraries.ts';

const someone = fc.sample(createPlayerArbitrary('someone'), { numRuns: 1, seed: 4 })[0]!;
const createPlayer = (id: string, facts: Partial<PoolPlayer>): PoolPlayer => ({
  ...someone,
  id,
  platform: 'PS5',
  region: 'EU',
  positions: ['PG'],
  rating: 85,
  modes: ['Rec'],
  languages: ['English'],
  timezone: 'UTC',
  windows: [{ days: ['Mon', 'Tue'], start: '18:00', end: '23:00' }],
  party: null,
  waiting: 0,
  wants: ['squad', 'pair'],
  wishes: {},
  ...facts,
});
const createFive = (facts: Partial<PoolPlayer> = {}) =>
  defaultRules.seats.map((seat) => createPlayer(`five ${seat}`, { positions: [seat], ...facts }));
const listSquads = (players: readonly PoolPlayer[]) =>
  runMatcher({ weekOf: '2026-03-02', players: [...players], forbiddenGroups: [] }, defaultRules, {
    seed: 1,
    effort: 'full',
  }).squads;
const count = (size: number) => Array.from({ length: size }, (_, n) => n);

describe('Vocabulary', () => {
  it('matches everyone else when a few players make up more modes and languages than fit', () => {
    const [modes, languages] = [count(10).map((n) => `mode ${n}`), count(10).map((n) => `language ${n}`)];
    const strangers = count(20).map((stranger) =>
      createPlayer(`stranger ${stranger}`, {
        modes: modes.map((mode) => `${mode} of ${stranger}`),
        // Each language has two speakers, so it could be shared.
        languages: languages.map((language) => `${language} of ${Math.floor(stranger / 2)}`),
      }),
    );
    expect(listSquads([...strangers, ...createFive()])).toHaveLength(1);
  });

  it('counts the most common modes when there are too many', () => {
    const others = count(40).flatMap((n) => [0, 1].map((twin) => createPlayer(`${n} ${twin}`, { modes: [`a ${n}`] })));
    expect(listSquads([...others, ...createFive({ modes: ['z'] })])).toHaveLength(1);
  });

  it('counts rare languages when the speakers of others share a common one', () => {
    const others = count(70).flatMap((n) =>
      [0, 1, 2, 3, 4, 5].map((twin) => createPlayer(`${n} ${twin}`, { languages: [`A${n}`, 'English'] })),
    );
    const squads = listSquads([...others, ...createFive({ languages: ['Basque'] })]);
    expect(squads.some(({ members }) => members.every((id) => id.startsWith('five')))).toBe(true);
  });
});
