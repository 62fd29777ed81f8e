import { formatList } from '../../../messages/lists.ts';
import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../matches.messages.ts';
import type { LookingState } from './looking.schema.ts';

/** Returns the status text for a kind of squad. Null while the user is looking and has none. */
export function formatLookingStatus(
  t: Translator,
  { kind: format, looks, choice, squads: had }: Omit<LookingState, 'sentence'>,
): string | null {
  const names = had.map(({ name }) => name);
  const squads = formatList(t, names);
  if (looks) return names.length === 0 ? null : t(messages.lookingDespiteSquad, { format, squads });
  if (choice === 'never') return t(messages.notLookingByChoice, { format });
  return t(messages.notLookingWithSquad, { format, squads });
}
