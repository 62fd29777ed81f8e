import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../team-assembly.messages.ts';
import { ANY_ROLE } from '../team-choices.schema.ts';

/** Returns a seat's role, or a label for one that the buyer left open. */
export const formatSeatRole = (t: Translator, role: string): string => (role === ANY_ROLE ? t(messages.anyRole) : role);
