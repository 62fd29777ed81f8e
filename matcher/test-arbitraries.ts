import fc from 'fast-check';
import { type Pool, type PoolPlayer, WEEKDAYS, type WeeklyWindow } from './matcher-schema.ts';

/** Values for random players and pools in property tests. There are few, so players are often compatible. */
const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'UTC',
];
/** Mondays of ordinary weeks and of weeks with a clock change somewhere. */
const WEEKS = ['2026-01-12', '2026-03-02', '2026-03-23', '2026-03-30', '2026-10-19', '2026-10-26'];

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45, 7))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);

export const windowArbitrary: fc.Arbitrary<WeeklyWindow> = fc.record({
  days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  start: clock,
  end: clock,
});
export const zoneArbitrary = fc.constantFrom(...ZONES);
export const weekArbitrary = fc.constantFrom(...WEEKS);

/** Generates mostly overlapping evenings, so groups form. */
const eveningArbitrary: fc.Arbitrary<WeeklyWindow> = fc.record({
  days: fc.subarray([...WEEKDAYS], { minLength: 3 }),
  start: fc.constantFrom('18:00', '19:00', '20:00'),
  end: fc.constantFrom('22:00', '23:00', '00:30'),
});

export function createPlayerArbitrary(id: string): fc.Arbitrary<PoolPlayer> {
  return fc.record({
    id: fc.constant(id),
    platform: fc.constantFrom('PS5', 'PS5', 'PC'),
    crossplay: fc.boolean(),
    region: fc.constantFrom('NA-East', 'NA-East', 'NA-West', 'EU'),
    positions: fc.uniqueArray(fc.constantFrom('PG', 'SG', 'SF', 'PF', 'C'), { minLength: 1, maxLength: 3 }),
    rating: fc.option(fc.integer({ min: 60, max: 99 }), { freq: 9 }),
    competitive_level: fc.option(fc.constantFrom('casual', 'competitive', 'elite'), { freq: 9 }),
    modes: fc.uniqueArray(fc.constantFrom('Rec', 'Pro-Am 5v5', 'Park/City'), { minLength: 1, maxLength: 3 }),
    languages: fc.constantFrom(['English'], ['English', 'Spanish'], ['Spanish'], ['German', 'English']),
    timezone: fc.constantFrom('America/New_York', 'America/Chicago', 'Europe/London'),
    windows: fc.array(eveningArbitrary, { minLength: 1, maxLength: 2 }),
    slots: fc.constant([]),
    playstyle: fc.subarray(['Scorer', 'Pass-first', 'Defensive'], { maxLength: 2 }),
    archetypes: fc.constantFrom([], ['Sharpshooter'], ['Glass Cleaner'], ['Playmaking Shot Creator']),
    mic: fc.boolean(),
    wishes: fc.constant({}),
    party: fc.option(fc.constantFrom('a', 'b', 'c'), { freq: 6 }).map((party) => (party === null ? null : party)),
    blocks: fc.constant([]),
    avoids: fc.constant([]),
    waiting: fc.constantFrom(0, 0, 0, 1, 2, 3, 5),
    priority: fc.constantFrom(0, 0, 0, 2),
    reliability: fc.constantFrom(null, null, 40, 75, 100),
    wants: fc.constantFrom<PoolPlayer['wants'][]>(['squad', 'pair'], ['squad', 'pair'], ['squad'], ['pair'], []),
  }) as fc.Arbitrary<PoolPlayer>;
}

/**
 * Generates players p0, p1 … with some blocks, avoids and forbidden groups, and with parties only if `hasParties` is
 * set.
 */
export function createPoolArbitrary(minLength: number, maxLength: number, hasParties = true): fc.Arbitrary<Pool> {
  return fc.integer({ min: minLength, max: maxLength }).chain((size) => {
    const number = fc.integer({ min: 0, max: size - 1 });
    return fc
      .record({
        players: fc.tuple(...Array.from({ length: size }, (_, i) => createPlayerArbitrary(`p${i}`))),
        weekOf: weekArbitrary,
        blocks: fc.array(fc.tuple(number, number), { maxLength: 4 }),
        avoids: fc.array(fc.tuple(number, number), { maxLength: 4 }),
        loners: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
      })
      .map(({ players, weekOf, blocks, avoids, loners }) => {
        const rows = players.map((player, i) => ({ ...player, party: hasParties && !loners[i] ? player.party : null }));
        for (const [a, b] of blocks) rows[a]!.blocks = [`p${b}`];
        for (const [a, b] of avoids) rows[a]!.avoids = [`p${b}`];
        return { weekOf, players: rows, forbiddenGroups: [] };
      });
  });
}
