import type { Translator } from '../../messages/translator.ts';
import { founders, prices } from '../prices.ts';
import { refundTerms } from '../refund-terms.ts';
import type { FaqItem } from '../schema/base-schema.ts';
import * as messages from './content-faqs.messages.ts';

/** The ten questions of /faq. */
export const getGeneralFaq = (t: Translator): FaqItem[] => [
  {
    id: 'what-is-it',
    question: t(messages.generalWhatIsItQuestion),
    answer: t(messages.generalWhatIsItAnswer),
  },
  {
    id: 'cost',
    question: t(messages.generalCostQuestion),
    answer: t(messages.generalCostAnswer, {
      pro: prices.PRICE_PRO_MONTHLY.cents / 100,
      premium: prices.PRICE_PREMIUM_MONTHLY.cents / 100,
    }),
  },
  {
    id: 'money-back',
    question: t(messages.generalMoneyBackQuestion),
    answer: t(messages.generalMoneyBackAnswer, { days: refundTerms.planMoneyBackDays }),
  },
  {
    id: 'change-plan',
    question: t(messages.generalChangePlanQuestion),
    answer: t(messages.generalChangePlanAnswer),
  },
  {
    id: 'founders',
    question: t(messages.generalFoundersQuestion),
    answer: t(messages.generalFoundersAnswer, {
      price: prices.PRICE_FOUNDERS_6MO.cents / 100,
      months: founders.months,
      seats: founders.seats,
      prioritySeats: founders.priorityMatchingSeats,
      cap: founders.hireCreditCapCents / 100,
    }),
  },
  {
    id: 'streams',
    question: t(messages.generalStreamsQuestion),
    answer: t(messages.generalStreamsAnswer),
  },
  {
    id: 'phone',
    question: t(messages.generalPhoneQuestion),
    answer: t(messages.generalPhoneAnswer),
  },
  {
    id: 'payouts',
    question: t(messages.generalPayoutsQuestion),
    answer: t(messages.generalPayoutsAnswer),
  },
  {
    id: 'token',
    question: t(messages.generalTokenQuestion),
    answer: t(messages.generalTokenAnswer),
  },
  {
    id: 'privacy',
    question: t(messages.generalPrivacyQuestion),
    answer: t(messages.generalPrivacyAnswer),
  },
];
