import { formatList } from '../../messages/lists.ts';
import type { Translator } from '../../messages/translator.ts';
import { feeTerms } from '../fee-terms.ts';
import { refundTerms } from '../refund-terms.ts';
import type { LegalTab } from '../schema/page-schema.ts';
import * as messages from './content-legal.messages.ts';
import { legalVersions } from './legal-versions.ts';

const { hireGames, planMoneyBackDays } = refundTerms;

export const getRefunds = (t: Translator): LegalTab => ({
  id: 'refunds',
  title: t(messages.refundsTitle),
  version: legalVersions.refunds,
  updated: '2026-11-30',
  intro: t(messages.refundsIntro),
  sections: [
    {
      id: 'refunds-hire',
      title: t(messages.refundsHireTitle),
      paragraphs: [t(messages.refundsHireFormula), t(messages.refundsHireExample, { games: hireGames })],
      points: [
        t(messages.refundsHireDeclined, { hours: refundTerms.hireAcceptHours }),
        t(messages.refundsHireCanceled),
        t(messages.refundsHireNotChosen, { days: refundTerms.choiceDays }),
        t(messages.refundsHireIdle, { days: refundTerms.hireIdleDays }),
        t(messages.refundsHireComplete, { games: hireGames }),
        t(messages.refundsHireDisputed, { days: refundTerms.disputeDecisionDays }),
        t(messages.refundsHireUnconfirmed, { hours: refundTerms.gameConfirmSilenceHours }),
      ],
    },
    {
      id: 'refunds-assembly',
      title: t(messages.refundsAssemblyTitle),
      paragraphs: [
        t(messages.refundsAssemblyUnfilled, { hours: refundTerms.assemblyFillHours }),
        t(messages.refundsAssemblyPlayers, { players: refundTerms.assemblySquadSize }),
        t(messages.refundsAssemblyObjection, { days: refundTerms.assemblyCheckDays }),
      ],
    },
    {
      id: 'refunds-coaching',
      title: t(messages.refundsCoachingTitle),
      paragraphs: [
        t(messages.refundsCoachingBefore, { hours: refundTerms.coachingRescheduleNoticeHours }),
        t(messages.refundsCoachingAfter, { hours: refundTerms.coachingCheckHours, days: refundTerms.choiceDays }),
      ],
    },
    {
      id: 'refunds-plans',
      title: t(messages.refundsPlansTitle),
      paragraphs: [t(messages.refundsPlansText, { days: planMoneyBackDays })],
    },
    {
      id: 'refunds-founders',
      title: t(messages.refundsFoundersTitle),
      paragraphs: [
        t(messages.refundsFoundersText, {
          days: planMoneyBackDays,
          notices: formatList(t, refundTerms.foundersNoticeDays.map(String)),
        }),
      ],
    },
    {
      id: 'refunds-fees',
      title: t(messages.refundsFeesTitle),
      paragraphs: [t(messages.refundsFeesText)],
      points: [
        t(messages.refundsFeesHire, { percent: feeTerms.byKind.hire / 100 }),
        t(messages.refundsFeesCoaching, { percent: feeTerms.byKind.coaching / 100 }),
        t(messages.refundsFeesAssembly, { percent: feeTerms.byKind.assembly / 100 }),
      ],
    },
    { id: 'refunds-how', title: t(messages.refundsHowTitle), paragraphs: [t(messages.refundsHowText)] },
  ],
  changes: [{ version: 1, date: '2026-11-30', text: t(messages.firstVersion) }],
});
