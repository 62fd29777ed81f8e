import { formatList } from '../../messages/lists.ts';
import type { Translator } from '../../messages/translator.ts';

/** Joins details as the language does, e.g. "Nova, accepted, 87 OVR"; those that don't exist are left out. */
export const joinDetails = (t: Translator, details: readonly (string | undefined)[]): string =>
  formatList(
    t,
    details.filter((one): one is string => Boolean(one)),
    'commas',
  );
