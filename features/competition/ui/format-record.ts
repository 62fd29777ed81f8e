import type { Translator } from '../../../messages/translator.ts';
import * as messages from '../competition.messages.ts';

type Record = { wins: number; losses: number; ties: number };

/** Formats a record such as "12–3" or "12–3, 1 tie". */
export const formatRecord = (t: Translator, { ties, ...record }: Record): string =>
  ties === 0 ? t(messages.recordShort, record) : t(messages.recordWithTies, { ...record, ties });
