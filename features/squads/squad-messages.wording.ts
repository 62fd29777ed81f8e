import { paths } from '../../content/paths.ts';
import { type LazyText, lazyText, type Translatable, translate } from '../../messages/lazy-text.ts';
import { mention } from '../../messages/mentions.ts';
import type { Translator } from '../../messages/translator.ts';
import type { NewNotification } from '../notifications/notifications.schema.ts';
import * as messages from './squads.messages.ts';

/** A squad, as referred to in its messages. */
type Named = { id: string; name: string; rev: number };

type SquadNotice = { title: Translatable; lines: readonly (Translatable | undefined)[]; out?: boolean };

/** The part of a notification that's written for its recipient. */
type Content = Omit<NewNotification, 'userId'>;

/** Builds a squad notification for one recipient. They get at most one per squad revision. */
export function createSquadMessage(t: Translator, squad: Named, { title, lines, out = false }: SquadNotice): Content {
  return {
    kind: 'squad',
    title: translate(t, title),
    lines: lines.flatMap((line) => (line ? translate(t, line) : [])),
    // Removed members can no longer open the room.
    link: out
      ? { label: t(messages.seeSquads), path: paths.squads }
      : { label: t(messages.openRoom), path: paths.squad(squad.id) },
    dedupeKey: `squad:${squad.id}:${squad.rev}`,
  };
}

/** Returns a member's name, or a general one for people who have left the platform. */
export const nameMember = (
  t: Translator,
  people: ReadonlyMap<string, { display_name: string }>,
  userId: string,
): string => mention(userId, people.get(userId)?.display_name) ?? t(messages.formerPlayer);

/** Formats the number of members, for those who remain. */
export const countLine = (members: number): LazyText => lazyText(messages.membersNow, { members });

/** Names the new captain after a change. */
export const formatNewCaptain = (name: string, isReader: boolean): Translatable =>
  isReader ? messages.youreCaptainNow : lazyText(messages.newCaptainNow, { name });

/**
 * Builds the captain's notification that a moderator turned the public page off after a report, and may have removed
 * the name.
 */
export const createPageClosedMessage = (t: Translator, squad: Named, isRenamed: boolean): Content =>
  createSquadMessage(t, squad, {
    title: messages.pageTakenDownTitle,
    lines: [
      messages.pageTakenDownReason,
      isRenamed ? lazyText(messages.pageTakenDownName, { squad: squad.name }) : undefined,
      messages.pageTakenDownHint,
    ],
  });

/** Builds the captain's notification that a moderator reversed the decision. */
export const createPageReopenedMessage = (t: Translator, squad: Named): Content =>
  createSquadMessage(t, squad, {
    title: lazyText(messages.pageRestoredTitle, { squad: squad.name }),
    lines: [messages.pageRestoredReason],
  });

/** Describes what happens to the public page after its captain is banned. */
export const describePageOff = (isLeader: boolean): Translatable =>
  isLeader ? messages.pageOffForCaptain : messages.pageOffForMembers;
