import { paths } from '../../content/paths.ts';
import type { NewNotification } from '../notifications/notifications.schema.ts';

/** A squad, as referred to in its messages. */
type Named = { id: string; name: string; rev: number };

/** Returns a notification for one reader. Each squad revision sends each reader one notification. */
export function createSquadMessage(
  squad: Named,
  userId: string,
  { title, lines, out = false }: { title: string; lines: readonly (string | undefined)[]; out?: boolean },
): NewNotification {
  return {
    userId,
    kind: 'squad',
    title,
    lines: lines.filter((line) => line !== undefined),
    // Removed members can no longer open the room.
    link: out
      ? { label: 'See your squads', path: paths.squads }
      : { label: 'Open the squad room', path: paths.squad(squad.id) },
    dedupeKey: `squad:${squad.id}:${squad.rev}`,
  };
}

/** Formats how many members are left, for the remaining members. */
export const countLine = (members: number): string =>
  members === 1 ? 'You’re the only member now.' : `The squad has ${members} members now.`;

/** Names the new captain after a change. */
export const formatCaptain = (name: string, isReader: boolean): string =>
  isReader ? 'You’re the captain now.' : `${name} is the captain now.`;

/**
 * Notifies the captain that a moderator turned the public page off after a report, and may have removed the name, too.
 */
export const createPageClosedMessage = (squad: Named, captainId: string, renamed: boolean): NewNotification =>
  createSquadMessage(squad, captainId, {
    title: 'A moderator turned off your squad’s public page',
    lines: [
      'Someone reported it, and a moderator reviewed it.',
      renamed ? `Your squad is now called ${squad.name}. You can rename it in its room.` : undefined,
      'You can turn the page on again once nothing on it can hurt anyone.',
    ],
  });

/** Notifies the captain that a moderator reversed the decision. */
export const createPageReopenedMessage = (squad: Named, captainId: string): NewNotification =>
  createSquadMessage(squad, captainId, {
    title: `${squad.name}’s public page is restored`,
    lines: ['The moderator reversed the decision.'],
  });

/** Describes what happens to the public page after its captain is banned. */
export const formatPageOff = (leads: boolean): string =>
  leads ? 'The squad’s public page is off. You can turn it on again in its room.' : 'The squad’s public page is off.';
