import { getStreamCountdown } from '../../../content/site-pages/command-center-content.ts';
import { formatList } from '../../../messages/lists.ts';
import type { Translator } from '../../../messages/translator.ts';

/** The text above the command center's countdown, and the countdown's label. */
export type StreamStatus = { line: string | null; until: string };

type Stream = { name: string /** Null when unknown. */; live: boolean | null };

/**
 * Describes the streams in one line, from the streaming platform's status and the schedule.
 * @param isOnAir whether today's scheduled stream has started and isn't over
 */
export function formatStreamStatus(t: Translator, streams: readonly Stream[], isOnAir: boolean): StreamStatus {
  const texts = getStreamCountdown(t);
  const live = streams.filter((stream) => stream.live).map(({ name }) => name);
  if (live.length > 0) {
    return { line: texts.live(formatList(t, live)), until: texts.untilScheduled };
  }
  if (!isOnAir) return { line: null, until: texts.until };
  const areAllKnown = streams.every((stream) => stream.live !== null);
  return { line: areAllKnown ? texts.late : texts.unknown, until: texts.untilScheduled };
}
