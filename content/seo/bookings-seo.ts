import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import { formatPrice } from '../prices.ts';
import { refundTerms } from '../refund-terms.ts';
import type { ContentRoute } from '../route-table.ts';
import type { Seo } from '../schema/base-schema.ts';
import * as messages from './content-seo.messages.ts';

export const bookingsSeo = {
  [paths.coaches]: (t) => ({
    title: t(messages.coachesTitle),
    description: t(messages.coachesDescription, {
      minutes: refundTerms.coachingMinutes,
      price: formatPrice(t, 'PRICE_COACHING_30'),
    }),
    index: true,
  }),
  [paths.phoneConcierge]: (t) => ({
    title: t(messages.phoneConciergeTitle),
    description: t(messages.phoneConciergeDescription),
    index: false,
  }),
} satisfies Partial<Record<ContentRoute, (t: Translator) => Seo>>;
