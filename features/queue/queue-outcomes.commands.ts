import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { SOURCE_LOCALE } from '../../messages/locales.ts';
import type { Translator } from '../../messages/translator.ts';
import { getTranslator } from '../../messages/translators.ts';
import { getLanguages } from '../profiles/player-views.queries.ts';
import type { QueueOutcome } from './queue.schema.ts';
import { upsertOutcomes } from './queue-waits.queries.ts';

/** The outcome of a player's wait, with a message about it in their language. */
export type Outcome = {
  userId: string;
  kind: QueueOutcome['kind'];
  squadId?: string;
  write: (t: Translator) => string;
};

/** Stores the outcome to show each player, in the player's language, because no one else reads it. */
export async function recordOutcomes(tx: Db, outcomes: readonly Outcome[], at: Date): Promise<void> {
  if (outcomes.length === 0) return;
  const languages = await getLanguages(
    tx,
    outcomes.map(({ userId }) => userId),
  );
  await upsertOutcomes(
    tx,
    outcomes.map(({ userId, kind, squadId = null, write }) => {
      const t = getTranslator(languages.get(userId) ?? SOURCE_LOCALE);
      return { userId, id: randomUUID(), kind, squadId, sentence: write(t), at };
    }),
  );
}
