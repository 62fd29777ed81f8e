import type { FittingPlayers } from '../../matcher/fitting-players.ts';
import type { Translator } from '../../messages/translator.ts';
import type { MatchNeed } from '../profiles/profiles.rules.ts';
import * as messages from './matches.messages.ts';

/** The fitting players. `missing` is a field that matching requires and the profile doesn't have. */
type Found = FittingPlayers & { missing: MatchNeed | null };

const MISSING_MESSAGES = { languages: messages.fitNeedsLanguage, hours: messages.fitNeedsHours } as const;

/** Formats in one line how many players would fit. If nobody fits, it names the reason. */
export function formatFitCount(t: Translator, found: Found | null): string {
  if (!found) return t(messages.fitIncomplete);
  const { fitting, others, obstacle, missing } = found;
  if (others === 0) return t(messages.fitNoOthers);
  if (missing) return t(MISSING_MESSAGES[missing], { others });
  return fitting === 0
    ? t(messages.fitNone, { others, obstacle: obstacle! })
    : t(messages.fitCount, { fitting, others });
}
