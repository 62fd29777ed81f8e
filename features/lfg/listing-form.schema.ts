// The limits and defaults of a listing. They're plain data, so pages that show them don't have to load a validator.

export const LIMITS = { title: 100, notes: 500, message: 500, slots: 42, listings: 10 } as const;

export const DEFAULTS = {
  platform: 'PS5',
  region: 'NA-East',
  allows_crossplay: true,
  slot: { day: 'Mon', start: '20:00', end: '23:00' },
} as const;
