import type { Translator } from '../../messages/translator.ts';
import { formatCalendarDay } from '../../time/reader-times.ts';
import type { WhitepaperMeta } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

const UPDATED_ON = '2025-08-25';

export const getWhitepaperMeta = (t: Translator): WhitepaperMeta => ({
  title: t(messages.metaTitle),
  version: '3.0',
  updated: UPDATED_ON,
  updatedLabel: formatCalendarDay(t, UPDATED_ON, 'long-day'),
  contentsTitle: t(messages.metaContentsTitle),
  scrollOffset: 100,
  note: t(messages.metaNote),
});
