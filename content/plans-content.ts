import { phoneConcierge } from './phone-concierge-content.ts';
import type { Plan } from './schema/offers-schema.ts';

export const plansTexts = {
  title: 'Plans',
  line: 'Free is the whole squad finder. Paid plans add tools and pay for the servers.',
  guarantee:
    '7-day money-back guarantee on paid plans. Upgrades are immediate; downgrades take effect at the end of the billing period.',
  tokenNote:
    'If you hold 100,000+ community tokens, you see what Premium sees. Read [the whitepaper](/whitepaper#token).',
};

export const plans: Plan[] = [
  {
    id: 'free',
    name: 'Free',
    price: '$0',
    period: 'forever',
    description: 'Everything you need to find your five.',
    features: [
      'Public profile and squad directory',
      'Squad and pair matching every two hours',
      'LFG: browse, post and apply',
      'One Featured Boost every 30 days',
    ],
    cta: 'Join Free',
    checkoutPriceId: null,
  },
  {
    id: 'pro',
    name: 'Pro',
    price: '$9.99',
    period: 'per month',
    description: 'For players who work on their game.',
    features: [
      'Everything in Free',
      'AI Build Assistant: advice for your role, archetype and squad gaps',
      'Crew Progress Tracker with your own milestones',
    ],
    cta: 'Go Pro',
    checkoutPriceId: 'PRICE_PRO_MONTHLY',
  },
  {
    id: 'premium',
    name: 'Premium',
    price: '$24.99',
    period: 'per month',
    description: 'For captains who keep a crew together.',
    features: ['Everything in Pro', 'Featured Boost on your listings without a monthly limit', phoneConcierge.feature],
    cta: 'Go Premium',
    checkoutPriceId: 'PRICE_PREMIUM_MONTHLY',
  },
];
