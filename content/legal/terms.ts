import type { Translator } from '../../messages/translator.ts';
import { refundTerms } from '../refund-terms.ts';
import type { LegalTab } from '../schema/page-schema.ts';
import * as messages from './content-legal.messages.ts';
import { legalVersions, termsDate } from './legal-versions.ts';

export const getTerms = (t: Translator): LegalTab => ({
  id: 'terms',
  title: t(messages.termsTitle),
  version: legalVersions.terms,
  updated: termsDate,
  intro: t(messages.termsIntro),
  sections: [
    {
      id: 'terms-who',
      title: t(messages.termsWhoTitle),
      paragraphs: [t(messages.termsWhoAge), t(messages.termsWhoOneAccount)],
    },
    {
      id: 'terms-conduct',
      title: t(messages.termsConductTitle),
      paragraphs: [t(messages.termsConductText)],
      points: [
        t(messages.termsConductHarassment),
        t(messages.termsConductCheating),
        t(messages.termsConductAttacks),
        t(messages.termsConductTruth),
      ],
    },
    {
      id: 'terms-moderation',
      title: t(messages.termsModerationTitle),
      paragraphs: [t(messages.termsModerationReports), t(messages.termsModerationBlockedWords)],
    },
    {
      id: 'terms-matching',
      title: t(messages.termsMatchingTitle),
      paragraphs: [t(messages.termsMatchingPromise), t(messages.termsMatchingExpiry)],
    },
    {
      id: 'terms-deals',
      title: t(messages.termsDealsTitle),
      paragraphs: [t(messages.termsDealsHolding), t(messages.termsDealsRefunds)],
      points: [
        t(messages.termsDealsAccept, { hours: refundTerms.hireAcceptHours }),
        t(messages.termsDealsGameCounts, { hours: refundTerms.gameConfirmSilenceHours }),
        t(messages.termsDealsAssembly, {
          players: refundTerms.assemblySquadSize,
          hours: refundTerms.assemblyFillHours,
        }),
        t(messages.termsDealsCoaching, {
          minutes: refundTerms.coachingMinutes,
          hours: refundTerms.coachingRescheduleNoticeHours,
        }),
      ],
    },
    { id: 'terms-sellers', title: t(messages.termsSellersTitle), paragraphs: [t(messages.termsSellersText)] },
    { id: 'terms-founders', title: t(messages.termsFoundersTitle), paragraphs: [t(messages.termsFoundersText)] },
    { id: 'terms-token', title: t(messages.termsTokenTitle), paragraphs: [t(messages.termsTokenText)] },
    { id: 'terms-content', title: t(messages.termsContentTitle), paragraphs: [t(messages.termsContentText)] },
    { id: 'terms-liability', title: t(messages.termsLiabilityTitle), paragraphs: [t(messages.termsLiabilityText)] },
    { id: 'terms-changes', title: t(messages.termsChangesTitle), paragraphs: [t(messages.termsChangesText)] },
  ],
  changes: [
    { version: 2, date: termsDate, text: t(messages.termsVersion2) },
    { version: 1, date: '2026-11-30', text: t(messages.firstVersion) },
  ],
});
