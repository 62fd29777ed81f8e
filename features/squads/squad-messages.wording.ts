import { paths } from '../../content/paths.ts';
import type { NewNotification } from '../notifications/notifications.schema.ts';

/** A squad as its messages name it. */
type Named = { id: string; name: string; rev: number };

/** What has happened, for one reader; a revision of a squad tells each of them one thing. */
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
    // Who is out finds the room closed.
    link: out
      ? { label: 'See your squads', path: paths.squads }
      : { label: 'Open the squad room', path: paths.squad(squad.id) },
    dedupeKey: `squad:${squad.id}:${squad.rev}`,
  };
}

/** How many a squad has, for those who stay. */
export const countLine = (members: number): string =>
  members === 1 ? 'You are the only one in it now.' : `You are ${members} now.`;

/** Who leads from now on, when it is not who led before. */
export const leadsLine = (name: string, isReader: boolean): string =>
  isReader ? 'You are the captain now.' : `${name} is the captain now.`;

/** What becomes of the public page when its captain was banned. */
export const pageOffLine = (leads: boolean): string =>
  leads
    ? 'The public page of the squad is off. You may turn it on again in its room.'
    : 'The public page of the squad is off.';
