import type { Db } from '../../db/database.ts';
import { QUEUE_TEXTS } from './queue.rules.ts';
import { markSentence } from './queue.wording.ts';
import { penaltiesSince, penaltyOf, unreachedSince, unreachedUntil } from './queue-penalties.rules.ts';
import * as waits from './queue-waits.queries.ts';

/** What counts against somebody in the queue. `until`: how long it keeps them out, null for a warning. */
export type Pause = {
  until: Date | null;
  /** For themselves, and for who would take them along. */
  sentence: string;
  mateSentence: (name: string) => string;
};

/** What counts against people at an instant, by person; of two pauses the longer one. */
export async function pausesOf(db: Db, ids: readonly string[], now: Date): Promise<Map<string, Pause>> {
  const marks = await waits.marksOf(db, ids, penaltiesSince(now));
  const unreached = await waits.unreachedOf(db, ids, unreachedSince(now));
  const pauses = new Map<string, Pause>();
  for (const id of ids) {
    const mark = penaltyOf(marks.get(id) ?? [], now);
    const until = unreachedUntil(unreached.get(id) ?? [], now);
    if (until && (!mark?.until || mark.until < until))
      pauses.set(id, { until, sentence: QUEUE_TEXTS.unreachable, mateSentence: QUEUE_TEXTS.mateUnreachable });
    else if (mark)
      pauses.set(id, { until: mark.until, sentence: markSentence(mark), mateSentence: QUEUE_TEXTS.mateMarked });
  }
  return pauses;
}
