import { parseInstant } from './postgres-instants.ts';

/** Formats a time as the API writes it; also accepts the database's text format. */
export const toIso = (instant: Date | string): string => parseInstant(instant).toISOString();

/** Like `toIso`, but returns null for null and undefined. */
export const toIsoOrNull = (instant: Date | string | null | undefined): string | null =>
  instant === null || instant === undefined ? null : toIso(instant);

/** Returns the UTC day of a time: `2026-03-01`. */
export const toUtcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** Returns the Monday (ISO date) of a time's UTC week. */
export function toUtcMonday(instant: Date): string {
  const monday = new Date(instant);
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
  return toUtcDay(monday);
}

/** Formats a time in UTC to the minute, for people: `2026-03-01 18:30`. */
export const toUtcMinute = (instant: Date): string => instant.toISOString().slice(0, 16).replace('T', ' ');

export const addMs = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds);

export const subtractMs = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() - milliseconds);

/** Returns minutes since midnight for a clock time: 1170 for `19:30`, 1440 for `24:00`. */
export const parseClockMinutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
