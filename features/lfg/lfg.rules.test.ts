import { describe, expect, test } from 'vitest';
import { paths } from '../../content/paths.ts';
import { english, translate } from '../../messages/lazy-text.ts';
import {
  canBecomeParty,
  canRenew,
  canTransition,
  computeFit,
  describeSlotCount,
  findSeat,
  getBoostAvailableAt,
  getBoostEnd,
  getGroupFormat,
  getListingEnd,
  getVisibleStatus,
  hasUnlimitedBoosts,
  isFeatured,
  isOpen,
  listFreeSeats,
} from './lfg.rules.ts';
import {
  decodeCursor,
  encodeCursor,
  isFiltered,
  parseFilter,
  parseSort,
  toBrowseAddress,
  toFacetConditions,
} from './listing-browse.rules.ts';
import { toListing } from './listing-view.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const timeAt = (days: number, seconds = 0) => new Date(now.getTime() + days * 86_400_000 + seconds * 1000);

describe('listing boosts', () => {
  test('last 7 days, while listings last 30', () => {
    expect(getBoostEnd(now)).toEqual(timeAt(7));
    expect(getListingEnd(now)).toEqual(timeAt(30));
  });

  test('feature a listing up to, but not including, their end', () => {
    expect(isFeatured(null, now)).toBe(false);
    expect(isFeatured(timeAt(0, 1).toISOString(), now)).toBe(true);
    expect(isFeatured(timeAt(0), now)).toBe(false);
  });

  test('are unlimited for Premium and Founders only', () => {
    expect((['Free', 'Pro', 'Premium', 'Founders Premium'] as const).map(hasUnlimitedBoosts)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('are available again 30 days after the last one', () => {
    expect(getBoostAvailableAt(null, false, now)).toBeNull();
    expect(getBoostAvailableAt(timeAt(-1), true, now)).toBeNull();
    expect(getBoostAvailableAt(timeAt(-29), false, now)).toEqual(timeAt(1));
    expect(getBoostAvailableAt(timeAt(-30), false, now)).toBeNull();
    expect(getBoostAvailableAt(timeAt(-30, 1), false, now)).toEqual(timeAt(0, 1));
  });
});

describe('listing status', () => {
  const active = { status: 'active', deletedAt: null, expiresAt: timeAt(1) };

  test('is open while active, not deleted and not expired', () => {
    expect(isOpen(active, now)).toBe(true);
    expect(isOpen({ ...active, status: 'closed' }, now)).toBe(false);
    expect(isOpen({ ...active, deletedAt: timeAt(-1) }, now)).toBe(false);
    expect(isOpen({ ...active, expiresAt: now }, now)).toBe(false);
  });

  test('is expired once its time is up, unless it was closed', () => {
    expect(getVisibleStatus(active, now)).toBe('active');
    expect(getVisibleStatus({ status: 'active', expiresAt: now }, now)).toBe('expired');
    expect(getVisibleStatus({ status: 'expired', expiresAt: timeAt(1) }, now)).toBe('expired');
    expect(getVisibleStatus({ status: 'closed', expiresAt: timeAt(-1) }, now)).toBe('closed');
  });

  test('allows renewing in the last week and afterwards, but never when closed', () => {
    expect(canRenew({ status: 'active', expiresAt: timeAt(7, 1) }, now)).toBe(false);
    expect(canRenew({ status: 'active', expiresAt: timeAt(7) }, now)).toBe(true);
    expect(canRenew({ status: 'active', expiresAt: timeAt(-1) }, now)).toBe(true);
    expect(canRenew({ status: 'closed', expiresAt: timeAt(1) }, now)).toBe(false);
    expect(canRenew({ status: 'expired', expiresAt: timeAt(20) }, now)).toBe(true);
  });
});

describe('listing seats', () => {
  test('are free until a player fills them', () => {
    expect(listFreeSeats(['PG', 'SG', 'C'], ['SG'])).toEqual(['PG', 'C']);
  });

  test('are assigned only to the chosen position', () => {
    expect(findSeat('SG', ['PG'], ['PG', 'SG'], [])).toBe('SG');
    expect(findSeat('SG', ['PG'], ['PG', 'SG'], ['SG'])).toBeUndefined();
    expect(findSeat('C', ['C'], ['PG', 'SG'], [])).toBeUndefined();
  });

  test("are assigned by the player's positions in order, then to the first free one", () => {
    expect(findSeat(undefined, ['C', 'SG'], ['PG', 'SG'], [])).toBe('SG');
    expect(findSeat(undefined, ['C', 'SG'], ['PG', 'SG', 'C'], [])).toBe('C');
    expect(findSeat(undefined, ['SF'], ['PG', 'SG'], ['PG'])).toBe('SG');
    expect(findSeat(undefined, ['PG'], ['PG'], ['PG'])).toBeUndefined();
  });

  test('make a pair, a squad or a party once all are taken, depending on the group size', () => {
    const neededPositions = ['PG', 'SG', 'SF', 'PF'] as const;
    const outcomes = neededPositions.map((_, index) => {
      const seats = neededPositions.slice(0, index + 1);
      return [getGroupFormat(seats, seats), canBecomeParty(seats, seats)];
    });
    expect(outcomes).toEqual([
      ['pair', false],
      [undefined, true],
      [undefined, true],
      ['squad', false],
    ]);
    expect(getGroupFormat(['PG', 'SG'], ['PG'])).toBeUndefined();
    expect(canBecomeParty(['PG', 'SG', 'C'], ['PG', 'SG'])).toBe(false);
  });
});

test('allows only valid status changes of an application', () => {
  const states = ['pending', 'accepted', 'declined', 'withdrawn'] as const;
  const transitions = states.flatMap((from) =>
    states.filter((to) => canTransition(from, to)).map((to) => `${from} ${to}`),
  );
  expect(transitions).toEqual([
    'pending accepted',
    'pending declined',
    'pending withdrawn',
    'accepted declined',
    'accepted withdrawn',
    'withdrawn pending',
  ]);
});

describe('Browse filters', () => {
  const noFilters = { modes: [], positions: [] };
  const all = {
    platform: 'PS5',
    region: 'EU',
    modes: ['Rec', 'Park/City'],
    positions: ['PG', 'C'],
  } as unknown as Parameters<typeof toBrowseAddress>[0];

  test('survive a round trip through the URL', () => {
    expect(toBrowseAddress(noFilters)).toBe(paths.lfg);
    expect(toBrowseAddress(noFilters, 'fit')).toBe(`${paths.lfg}?sort=fit`);
    const address = toBrowseAddress(all, 'fit');
    expect(address).toBe(
      `${paths.lfg}?platform=PS5&region=EU&modes=Rec&modes=Park%2FCity&positions=PG&positions=C&sort=fit`,
    );
    const search = new URL(address, 'http://localhost').searchParams;
    expect(parseFilter(search)).toEqual({ ...all, modes: parseFilter(search).modes });
    expect([...parseFilter(search).modes].sort()).toEqual(['Park/City', 'Rec']);
    expect(parseSort(search)).toBe('fit');
  });

  test('are ignored when unknown', () => {
    const unknown = new URLSearchParams(
      'platform=Dreamcast&region=Mars&modes=Chess&modes=Rec&positions=Coach&sort=age',
    );
    expect(parseFilter(unknown)).toEqual({ modes: ['Rec'], positions: [] });
    expect(parseSort(unknown)).toBe('newest');
    expect(parseFilter(new URLSearchParams())).toEqual(noFilters);
  });

  test('are reported as active when any of them is set', () => {
    expect(isFiltered(noFilters)).toBe(false);
    for (const key of ['platform', 'region', 'modes', 'positions'] as const) {
      expect(isFiltered({ ...noFilters, [key]: all[key] })).toBe(true);
    }
  });

  test('become conditions that are each met by any of their values', () => {
    expect(toFacetConditions(noFilters)).toEqual([]);
    expect(toFacetConditions(all)).toEqual([
      ['region EU'],
      ['platform PS5', 'crossplay'],
      ['Rec', 'Park/City'],
      ['PG', 'C'],
    ]);
  });

  test('come with a cursor that survives a round trip', () => {
    const place = { listed: '2026-03-02 12:00:00.123456+00', id: '00000000-0000-4000-8000-000000000001' };
    for (const boost of [null, '2026-03-09 12:00:00+00']) {
      expect(decodeCursor(encodeCursor({ ...place, boost }))).toEqual({ ...place, boost });
    }
    expect(decodeCursor('nonsense')).toBeUndefined();
  });
});

describe('public form of a listing', () => {
  const slot = { day: 'Mon', start: '20:00', end: '23:00' };
  const row = {
    id: 'l',
    user_id: 'u',
    display_name: 'Owner',
    avatar_path: null,
    title: 'Run',
    needed_positions: ['PG', 'C'],
    filled_positions: ['C', 'PG'],
    modes: ['Rec'],
    platform: 'PS5',
    allows_crossplay: true,
    region: 'EU',
    availability: JSON.stringify([slot]),
    timezone: 'UTC',
    notes: null,
    boost_expires_at: null,
    status: 'active',
    created_at: '2026-03-01 10:00:00+00',
    listed_at: '2026-03-01 11:00:00+00',
    expires_at: '2026-03-31 10:00:00+00',
    match_id: null,
    became_party_at: null,
  } as Parameters<typeof toListing>[1];
  const read = (change: object = {}) => toListing(english, { ...row, ...change }, now);

  test('has timestamps in one format and seats ordered from point guard to center', () => {
    expect(read()).toEqual({
      id: 'l',
      user_id: 'u',
      owner: { display_name: 'Owner', avatar_path: null },
      role: 'N/A',
      title: 'Run',
      needed_positions: ['PG', 'C'],
      filled_positions: ['PG', 'C'],
      modes: ['Rec'],
      platform: 'PS5',
      allows_crossplay: true,
      region: 'EU',
      availability: [slot],
      timezone: 'UTC',
      notes: null,
      boost_expires_at: null,
      status: 'active',
      created_at: '2026-03-01T10:00:00.000Z',
      listed_at: '2026-03-01T11:00:00.000Z',
      expires_at: '2026-03-31T10:00:00.000Z',
      match_id: null,
      complete: false,
    });
    expect(read({ became_party_at: '2026-03-02 10:00:00+00' }).complete).toBe(true);
    expect(read({ boost_expires_at: '2026-03-08 10:00:00+00' }).boost_expires_at).toBe('2026-03-08T10:00:00.000Z');
    expect(read({ expires_at: '2026-03-02 12:00:00+00' }).status).toBe('expired');
    expect(read({ display_name: null }).owner.display_name).toBe('Unknown');
  });

  test('keeps only valid availability slots', () => {
    const readHours = (text: string) => read({ availability: text }).availability;
    expect(readHours(JSON.stringify([1, slot, { ...slot, end: '25:00' }]))).toEqual([slot]);
    for (const text of ['nonsense', '{}', 'null', '']) expect(readHours(text)).toEqual([]);
  });
});

describe('listing fit', () => {
  const listing = {
    needed_positions: ['PG', 'SG'],
    filled_positions: ['SG'],
    platform: 'PS5',
    allows_crossplay: true,
    region: 'EU',
    modes: ['Pro-Am'],
    availability: [{ day: 'Mon', start: '18:00', end: '21:00' }],
    timezone: 'UTC',
  } as unknown as Parameters<typeof computeFit>[0];
  const stranger = {
    role: 'C',
    flex_positions: [],
    platform: 'PC',
    region: 'Asia',
    modes: ['Rec'],
    timezone: null,
    availability: [],
  };
  const getFit = (change: object, other: object = {}) =>
    computeFit({ ...listing, ...other }, { ...stranger, ...change }, now);

  test('scores each criterion separately', () => {
    expect(getFit({}, { allows_crossplay: false })).toBe(0);
    expect(getFit({})).toBe(10);
    expect(getFit({ platform: 'PS5' })).toBe(15);
    expect(getFit({ region: 'EU' })).toBe(20);
    expect(getFit({ modes: ['Pro-Am', 'Rec'] })).toBe(20);
    expect(getFit({ role: 'PG' })).toBe(45);
    expect(getFit({ role: 'SG' })).toBe(10);
    expect(getFit({ flex_positions: ['PG'] })).toBe(32);
    expect(getFit({ flex_positions: ['SG'] })).toBe(10);
    expect(getFit({ flex_positions: ['C', 'PG'] })).toBe(32);
    expect(getFit({ modes: ['Rec'] }, { modes: ['Pro-Am', 'Rec'] })).toBe(20);
  });

  test('gives full points for six shared hours and proportionally fewer for less', () => {
    const createEvenings = (end: string) => ({ availability: [{ days: ['Mon'], start: '18:00', end }] });
    expect(getFit(createEvenings('19:00'))).toBe(15);
    expect(getFit(createEvenings('21:00'))).toBe(25);
    const long = { availability: [{ day: 'Mon', start: '10:00', end: '20:00' }] };
    expect(getFit({ availability: [{ days: ['Mon'], start: '10:00', end: '20:00' }] }, long)).toBe(40);
    expect(
      getFit({ availability: [{ days: ['Mon'], start: '18:00', end: '21:00' }], timezone: 'America/New_York' }),
    ).toBe(10);
  });

  test('is 100 when everything fits', () => {
    const same = { role: 'PG', platform: 'PS5', region: 'EU', modes: ['Pro-Am'] };
    const week = { availability: [{ day: 'Mon', start: '10:00', end: '20:00' }] };
    expect(getFit({ ...same, availability: [{ days: ['Mon'], start: '10:00', end: '20:00' }] }, week)).toBe(100);
  });
});

test('describes the number of slots for a card', () => {
  expect(translate(english, describeSlotCount([]))).toBe('No availability set');
  expect(translate(english, describeSlotCount([1, 2, 3]))).toBe('3 time slot(s)');
});
