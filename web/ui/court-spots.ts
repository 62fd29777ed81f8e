import type { IconName } from './icon-names.ts';

export type CourtPosition = 'PG' | 'SG' | 'SF' | 'PF' | 'C';

export type CourtSpot = {
  position: CourtPosition;
  state: 'filled' | 'empty' | 'accepted' | 'declined' | 'you';
  name?: string;
  avatarUrl?: string | null;
  /** Shown in place of a face, when only the owner may know who has the spot. */
  icon?: IconName;
  /** A short line under the name, e.g. "87 OVR"; for an empty spot, it replaces "Needs a C". */
  note?: string;
  /** Screen reader text for the state; replaces the default, such as "accepted". */
  announced?: string;
  /** Path that the player links to. */
  to?: string;
};

/** Coordinates of each position, in percent of the half court; the basket is at the top. */
export const COURT_POSITIONS: Record<CourtPosition, { x: number; y: number }> = {
  PG: { x: 50, y: 71 },
  SG: { x: 83, y: 51 },
  SF: { x: 17, y: 51 },
  PF: { x: 31, y: 20 },
  C: { x: 69, y: 20 },
};

export const isCourtPosition = (position: string): position is CourtPosition =>
  Object.hasOwn(COURT_POSITIONS, position);

/** Coordinates in the low strip layout, spread so that the names under the avatars don't touch. */
export const STRIP_POSITIONS: Record<CourtPosition, { x: number; y: number }> = {
  PG: { x: 50, y: 66 },
  SG: { x: 85, y: 54 },
  SF: { x: 15, y: 54 },
  PF: { x: 32, y: 24 },
  C: { x: 68, y: 24 },
};
