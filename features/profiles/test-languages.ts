import type { Locale } from '../../messages/locales.ts';
import type { Deps } from '../../server/deps.ts';
import { userProfiles } from './profiles.tables.ts';

/** Stores the language that a user has chosen, even for a user who never opened a page. */
export async function chooseLanguage(deps: Deps, { userId }: { userId: string }, language: Locale): Promise<void> {
  await deps.db
    .insert(userProfiles)
    .values({ userId, language })
    .onConflictDoUpdate({ target: userProfiles.userId, set: { language } });
}
