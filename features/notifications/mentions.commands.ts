import type { Db } from '../../db/database.ts';
import { SOURCE_LOCALE } from '../../messages/locales.ts';
import { getTranslator } from '../../messages/translators.ts';
import type { Deps } from '../../server/deps.ts';
import { getLanguages, getMemberName } from '../profiles/player-views.queries.ts';
import { lockMentioning, lockMessagesContaining, saveTexts } from './mentions.queries.ts';
import { isSearchable, replaceMentions, replaceSearchedName } from './mentions.rules.ts';
import * as messages from './notifications.messages.ts';

/**
 * Removes an erased user's name and contacts from the messages of others, sent or not. The messages say "Former player"
 * in their reader's language instead.
 */
export async function eraseMentions(tx: Db, _deps: Deps, { userId }: { userId: string }): Promise<void> {
  const mentioning = await lockMentioning(tx, userId);
  const name = await getMemberName(tx, userId);
  const earlier = name && isSearchable(name) ? await lockMessagesContaining(tx, userId, name) : [];
  const languages = await getLanguages(
    tx,
    [...mentioning, ...earlier].map((message) => message.userId),
  );
  const getFormerPlayer = (reader: string) =>
    getTranslator(languages.get(reader) ?? SOURCE_LOCALE)(messages.formerPlayer);
  for (const message of mentioning) {
    const words = message.mentions?.[userId] ?? [];
    await saveTexts(tx, message.id, replaceMentions(message, words, getFormerPlayer(message.userId)), userId);
  }
  for (const message of earlier) {
    await saveTexts(tx, message.id, replaceSearchedName(message, name!, getFormerPlayer(message.userId)), userId);
  }
}
