import type { Db } from '../../db/database.ts';
import { SOURCE_LOCALE } from '../../messages/locales.ts';
import type { Translator } from '../../messages/translator.ts';
import { getTranslator } from '../../messages/translators.ts';
import { getLanguages } from '../profiles/player-views.queries.ts';

/**
 * Returns a translator in a user's language, for texts that other apps request, such as calendars. Their requests don't
 * name a language. Notifications get their language when they're queued.
 */
export async function getRecipientTranslator(db: Db, userId: string): Promise<Translator> {
  const languages = await getLanguages(db, [userId]);
  return getTranslator(languages.get(userId) ?? SOURCE_LOCALE);
}
