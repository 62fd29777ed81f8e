import { parseInstant } from './postgres-instants.ts';

/** An instant as the API writes it; the text that the database writes is understood too. */
export const toIso = (instant: Date | string): string => parseInstant(instant).toISOString();

/** The same where there may be none. */
export const toIsoOrNull = (instant: Date | string | null | undefined): string | null =>
  instant === null || instant === undefined ? null : toIso(instant);

/** The day of an instant in UTC: `2026-03-01`. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The Monday (ISO date) of the UTC week that an instant lies in. */
export function mondayOf(instant: Date): string {
  const monday = new Date(instant);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return dayOf(monday);
}

/** The minute of an instant in UTC, for people: `2026-03-01 18:30`. */
export const minuteOf = (instant: Date): string => instant.toISOString().slice(0, 16).replace('T', ' ');

/** The instant so many milliseconds later. */
export const addMs = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds);

/** The instant so many milliseconds earlier. */
export const subtractMs = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() - milliseconds);

/** Minutes since midnight of a time as it is written: 1170 for `19:30`, 1440 for `24:00`. */
export const parseClockMinutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
