import type { Translator } from '../messages/translator.ts';
import * as messages from './content.messages.ts';

/** Phone concierge hours in its own time zone, and the planned length of a call. */
export const phoneConcierge = {
  timezone: 'America/New_York',
  days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  start: '14:00',
  end: '22:00',
  minutes: 30,
} as const;

/** Returns the opening hours, and the FAQ answer for when the phone concierge isn't available. */
export const getPhoneConciergeTexts = (t: Translator) => ({
  hours: t(messages.conciergeHours),
  closed: t(messages.conciergeClosed),
});

/** Returns the feature that a plan lists while the phone concierge is available. */
export const getPhoneConciergeFeature = (t: Translator): string =>
  t(messages.conciergeFeature, { hours: t(messages.conciergeHours) });
