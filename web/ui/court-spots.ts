export type CourtPosition = 'PG' | 'SG' | 'SF' | 'PF' | 'C';

export type CourtSpot = {
  position: CourtPosition;
  state: 'filled' | 'empty' | 'accepted' | 'declined' | 'you';
  name?: string;
  avatarUrl?: string | null;
  /** A short line under the name, e.g. "87 OVR"; for an empty spot, it replaces "Needs a C". */
  note?: string;
  /** Screen reader text for the state; replaces the default, such as "accepted". */
  announced?: string;
  /** Path that the player links to. */
  to?: string;
};

/** Coordinates of each position, in percent of the half court; the basket is at the top. */
export const COURT_POSITIONS: Record<CourtPosition, { x: number; y: number; word: string }> = {
  PG: { x: 50, y: 71, word: 'point guard' },
  SG: { x: 83, y: 51, word: 'shooting guard' },
  SF: { x: 17, y: 51, word: 'small forward' },
  PF: { x: 31, y: 20, word: 'power forward' },
  C: { x: 69, y: 20, word: 'center' },
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

const getArticle = (position: CourtPosition) => (position === 'SG' || position === 'SF' ? 'an' : 'a');

/** Formats what an empty spot needs: "Needs a C". */
export const formatMissing = (position: CourtPosition) => `Needs ${getArticle(position)} ${position}`;

/** Formats one spot: "PG, point guard: Nova, accepted, 87 OVR". */
export function formatSpot({ position, state, name, note, announced: heard }: CourtSpot): string {
  const who = `${position}, ${COURT_POSITIONS[position].word}: `;
  if (state === 'empty') return `${who}open. ${note ?? formatMissing(position)}`;
  const status = { filled: '', accepted: 'accepted', declined: 'declined', you: 'you' }[state];
  return who + [name ?? (state === 'you' ? '' : 'taken'), heard ?? status, note].filter(Boolean).join(', ');
}
