import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import { refundTerms } from '../refund-terms.ts';
import * as messages from './content-protocol.messages.ts';

/**
 * Returns the texts of /protocol. The page puts each sentence of the headline on its own line. It shows the number of
 * active members unless there are 0.
 */
export const getProtocolLanding = (t: Translator) => ({
  headline: t(messages.landingHeadline),
  line: t(messages.landingLead),
  join: { label: t(messages.landingJoin), href: paths.auth },
  deals: { label: t(messages.landingDeals), href: paths.deals },
  featuresTitle: t(messages.featuresTitle),
  features: [
    { id: 'squad-finder', title: t(messages.squadFinderTitle), text: t(messages.squadFinderText) },
    { id: 'reasons', title: t(messages.reasonsTitle), text: t(messages.reasonsText) },
    { id: 'lfg', title: t(messages.lfgTitle), text: t(messages.lfgText) },
    { id: 'deals', title: t(messages.heldFundsTitle), text: t(messages.heldFundsText) },
    {
      id: 'coaching',
      title: t(messages.coachingTitle),
      text: t(messages.coachingText, { hours: refundTerms.assemblyFillHours }),
    },
  ],
  founder: {
    badge: t(messages.founderBadge),
    name: t(messages.founderName),
    picture: '/team/captain.svg',
    text: t(messages.founderText),
    link: { label: t(messages.founderWatchLive), href: paths.commandCenter },
  },
  corePartners: [
    {
      badge: t(messages.partnerBadge),
      name: t(messages.engineerName),
      picture: '/team/engineer.svg',
      text: t(messages.engineerText),
      link: { label: t(messages.engineerLink), href: `${paths.whitepaper}#matchmaking` },
    },
    {
      badge: t(messages.partnerBadge),
      name: t(messages.storytellerName),
      picture: '/team/storyteller.svg',
      text: t(messages.storytellerText),
      link: { label: t(messages.storytellerLink), href: paths.team },
    },
  ],
});
