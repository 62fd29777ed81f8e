import type { Shapes } from '../accounts/account-import.rules.ts';
import type { Row } from '../accounts/dump-parser.rules.ts';

/** The tables of profiles in an export of the hosted service, in the order in which they are taken over. */
export const PROFILE_TABLES = ['user_profiles', 'protocol_profiles'];

/** How a profile of the hosted service is kept here: there used to be one window of availability; now there is a list of them. */
function shapeProfile(row: Row): Row {
  if (row.availability === undefined) return row;
  const value = typeof row.availability === 'string' ? JSON.parse(row.availability) : row.availability;
  return { ...row, availability: Array.isArray(value) ? value : [value] };
}

export const PROFILE_SHAPES: Shapes = { protocol_profiles: shapeProfile };
