import { paths } from '../../content/paths.ts';
import type { NewNotification } from '../notifications/notifications.schema.ts';

/** A squad as its messages refer to it. */
type Named = { id: string; name: string; rev: number };

/** Returns a notification for one reader. Each squad revision sends each reader one notification. */
export function squadMessage(
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

/** States how many members are left, for those who stay. */
export const countLine = (members: number): string =>
  members === 1 ? 'You are the only one in it now.' : `You are ${members} now.`;

/** Names the new captain after a change. */
export const formatCaptain = (name: string, isReader: boolean): string =>
  isReader ? 'You are the captain now.' : `${name} is the captain now.`;

/** Tells the captain that a moderator turned the public page off after a report, and may have removed the name too. */
export const pageClosed = (squad: Named, captainId: string, renamed: boolean): NewNotification =>
  squadMessage(squad, captainId, {
    title: 'A moderator turned the public page of your squad off',
    lines: [
      'Somebody reported it, and a moderator looked at it.',
      renamed ? `Your squad is called ${squad.name} now. You may give it another name in its room.` : undefined,
      'You may turn the page on again once nothing on it can hurt anybody.',
    ],
  });

/** Tells the captain that the moderator reversed it. */
export const pageReopened = (squad: Named, captainId: string): NewNotification =>
  squadMessage(squad, captainId, {
    title: `The public page of ${squad.name} is as it was`,
    lines: ['The moderator took the decision back.'],
  });

/** Describes what happens to the public page after its captain is banned. */
export const formatPageOff = (leads: boolean): string =>
  leads
    ? 'The public page of the squad is off. You may turn it on again in its room.'
    : 'The public page of the squad is off.';
