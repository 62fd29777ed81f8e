import type { Locale } from '../messages/locales.ts';
import { browserApi } from './api-client.ts';
import { getAccessToken } from './auth-session.ts';
import { openInLanguage } from './page-language.ts';
import { attempt } from './use-action.ts';

/**
 * Opens the page in another language. A signed-in user's choice is stored in the account first, for messages and other
 * devices.
 * @param failureMessage title of the toast if it can't be stored
 */
export async function changeLanguage(language: Locale, failureMessage: string): Promise<void> {
  const save = () => browserApi().api.profiles.me.language.$put({ json: { language } });
  if ((await getAccessToken()) && (await attempt(save, undefined, failureMessage)) === undefined) return;
  openInLanguage(language);
}
