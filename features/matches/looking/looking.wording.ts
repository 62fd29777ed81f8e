import type { LookingState } from './looking.schema.ts';

const joinNames = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Returns the status text for a kind of squad. Null while the user is looking and has none. */
export function formatLookingStatus({ kind, looks, choice, squads }: Omit<LookingState, 'sentence'>): string | null {
  const names = joinNames(squads.map(({ name }) => name));
  if (looks) return names === '' ? null : `You're looking for another ${kind}, although you play in ${names}.`;
  if (choice === 'never') return `You're not looking for a ${kind} right now, as you chose.`;
  return `You're not looking for a ${kind} while you play in ${names}.`;
}

/** Explains how to start looking again, for places without a button. */
export const RESUME_LOOKING_LABEL =
  "You won't get matches until you look again. Start again on your matches page or in your profile.";
