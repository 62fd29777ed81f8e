import type { RowConverters } from '../accounts/account-import.rules.ts';
import type { Row } from '../accounts/dump-parser.rules.ts';

/** The profile tables in an export of the hosted service, in import order. */
export const PROFILE_TABLES = ['user_profiles', 'protocol_profiles'];

/**
 * Converts a profile of the hosted service to our format: availability used to be a single window and is now a list.
 */
function shapeProfile(row: Row): Row {
  if (row.availability === undefined) return row;
  const value = typeof row.availability === 'string' ? JSON.parse(row.availability) : row.availability;
  return { ...row, availability: Array.isArray(value) ? value : [value] };
}

export const PROFILE_SHAPES: RowConverters = { protocol_profiles: shapeProfile };
