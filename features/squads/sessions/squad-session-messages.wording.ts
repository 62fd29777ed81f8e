import { paths } from '../../../content/paths.ts';
import { sessionLine } from '../../matches/match-messages.wording.ts';
import type { NewNotification } from '../../notifications/notifications.schema.ts';

type Named = { id: string; name: string };
type Timed = { id: string; version: number; startsAt: Date; endsAt: Date };

/** A session's time in the reader's own zone. */
export const timeLine = ({ startsAt, endsAt }: Pick<Timed, 'startsAt' | 'endsAt'>, timezone: string): string =>
  sessionLine({ start: startsAt.toISOString(), end: endsAt.toISOString() }, timezone);

/**
 * What has happened to a session, for one reader.
 * @param what names the cause: of one session and version, each reader is told each cause once
 */
export function sessionMessage(
  squad: Named,
  session: Timed,
  userId: string,
  { what, title, lines }: { what: string; title: string; lines: readonly string[] },
): NewNotification {
  return {
    userId,
    kind: 'session',
    title,
    lines: [...lines],
    link: { label: 'Open the squad room', path: paths.squad(squad.id) },
    dedupeKey: `session:${session.id}:${session.version}:${what}`,
  };
}

/** When a session stands, for those who are asked. */
export const neededLine = (size: number): string =>
  size === 5 ? 'It stands when five of you say yes.' : 'It stands when both of you say yes.';
