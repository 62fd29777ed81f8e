import type { Translator } from '../../messages/translator.ts';
import { refundTerms } from '../refund-terms.ts';
import type { FaqItem } from '../schema/base-schema.ts';
import * as messages from './content-faqs.messages.ts';

/** The six questions of /protocol/faq. */
export const getProtocolFaq = (t: Translator): FaqItem[] => [
  {
    id: 'how-matching-works',
    question: t(messages.protocolHowMatchingWorksQuestion),
    answer: t(messages.protocolHowMatchingWorksAnswer),
  },
  {
    id: 'no-match',
    question: t(messages.protocolNoMatchQuestion),
    answer: t(messages.protocolNoMatchAnswer),
  },
  {
    id: 'accepting',
    question: t(messages.protocolAcceptingQuestion),
    answer: t(messages.protocolAcceptingAnswer),
  },
  {
    id: 'held-funds',
    question: t(messages.protocolHeldFundsQuestion),
    answer: t(messages.protocolHeldFundsAnswer, {
      games: refundTerms.hireGames,
      hours: refundTerms.gameConfirmSilenceHours,
    }),
  },
  {
    id: 'payout-verification',
    question: t(messages.protocolPayoutVerificationQuestion),
    answer: t(messages.protocolPayoutVerificationAnswer),
  },
  {
    id: 'what-others-see',
    question: t(messages.protocolWhatOthersSeeQuestion),
    answer: t(messages.protocolWhatOthersSeeAnswer),
  },
];
