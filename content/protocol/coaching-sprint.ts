import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import { formatPrice } from '../prices.ts';
import { refundTerms } from '../refund-terms.ts';
import * as messages from './content-protocol.messages.ts';

/** Returns the offer of a half-hour coaching session, which the deals page also shows. */
export const getCoachingSprint = (t: Translator) =>
  ({
    priceId: 'PRICE_COACHING_30',
    name: 'Coaching Sprint',
    price: formatPrice(t, 'PRICE_COACHING_30'),
    terms: t(messages.coachingTerms, { minutes: refundTerms.coachingMinutes }),
    line: t(messages.coachingLine),
    refund: t(messages.coachingRefund, { hours: refundTerms.coachingRescheduleNoticeHours }),
    cta: t(messages.coachingCta),
    coaches: { label: t(messages.coachingMeetCoaches), href: paths.coaches },
  }) as const;
