import { formatDollars } from '../messages/amounts.ts';
import type { Translator } from '../messages/translator.ts';
import * as messages from './content.messages.ts';
import { getPhoneConciergeFeature } from './phone-concierge-content.ts';
import { formatPrice } from './prices.ts';
import { refundTerms } from './refund-terms.ts';
import type { Plan } from './schema/offers-schema.ts';

export const getPlansTexts = (t: Translator) => ({
  title: t(messages.plansTitle),
  line: t(messages.plansLead),
  guarantee: t(messages.plansGuarantee, { days: refundTerms.planMoneyBackDays }),
  tokenNote: t(messages.plansTokenNote),
});

/**
 * Returns the plans with what they include.
 * @param options.phone whether the phone concierge is available
 */
export const getPlans = (t: Translator, { phone }: { phone: boolean }): Plan[] => [
  {
    id: 'free',
    name: 'Free',
    price: formatDollars(t, 0),
    period: t(messages.planPeriodForever),
    description: t(messages.planFreeDescription),
    features: [
      t(messages.planFreeDirectory),
      t(messages.planFreeMatching),
      t(messages.planFreeLfg),
      t(messages.planFreeBoost),
    ],
    cta: t(messages.planFreeCta),
    checkoutPriceId: null,
  },
  {
    id: 'pro',
    name: 'Pro',
    price: formatPrice(t, 'PRICE_PRO_MONTHLY'),
    period: t(messages.planPeriodMonth),
    description: t(messages.planProDescription),
    features: [t(messages.planProIncludes), t(messages.planProAdvice), t(messages.planProTracker)],
    cta: t(messages.planProCta),
    checkoutPriceId: 'PRICE_PRO_MONTHLY',
  },
  {
    id: 'premium',
    name: 'Premium',
    price: formatPrice(t, 'PRICE_PREMIUM_MONTHLY'),
    period: t(messages.planPeriodMonth),
    description: t(messages.planPremiumDescription),
    features: [
      t(messages.planPremiumIncludes),
      t(messages.planPremiumBoost),
      ...(phone ? [getPhoneConciergeFeature(t)] : []),
    ],
    cta: t(messages.planPremiumCta),
    checkoutPriceId: 'PRICE_PREMIUM_MONTHLY',
  },
];
