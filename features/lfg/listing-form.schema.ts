// The limits and texts of a listing. They're plain data, so pages that show them don't have to load a validator.

export const LIMITS = { title: 100, notes: 500, message: 500, slots: 42, listings: 10 } as const;

export const DEFAULTS = {
  platform: 'PS5',
  region: 'NA-East',
  allows_crossplay: true,
  slot: { day: 'Mon', start: '20:00', end: '23:00' },
} as const;

/** The specification's messages for missing input. */
export const MESSAGES = {
  title: 'Title required',
  positions: 'Select at least one position',
  modes: 'Select at least one game mode',
} as const;
