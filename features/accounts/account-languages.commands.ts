import type { Db } from '../../db/database.ts';
import { type Locale, SOURCE_LOCALE } from '../../messages/locales.ts';
import type { Translator } from '../../messages/translator.ts';
import { getTranslator } from '../../messages/translators.ts';
import { type Deps, port, resolvePort } from '../../server/deps.ts';

type FindLanguages = (db: Db, userIds: readonly string[]) => Promise<Map<string, Locale>>;

/** Looks up the languages that accounts use. The profiles feature implements this port because it stores them. */
export const accountLanguages = port<FindLanguages>('accounts.languages');

/**
 * Returns the translator for an email or SMS about an account.
 * @param locale the language of the request that caused it, for accounts that haven't used a language yet
 */
export async function findRecipientTranslator(
  deps: Deps,
  { userId, locale = SOURCE_LOCALE }: { userId: string; locale?: Locale | undefined },
): Promise<Translator> {
  const languages = await resolvePort(deps, accountLanguages)(deps.db, [userId]);
  return getTranslator(languages.get(userId) ?? locale);
}
