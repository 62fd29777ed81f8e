import type { Translator } from '../messages/translator.ts';
import { paths } from './paths.ts';
import { formatPrice } from './prices.ts';
import { refundTerms } from './refund-terms.ts';
import type { ContentRoute } from './route-table.ts';
import type { Seo } from './schema/base-schema.ts';
import { accountsSeo } from './seo/accounts-seo.ts';
import { adminSeo } from './seo/admin-seo.ts';
import { bookingsSeo } from './seo/bookings-seo.ts';
import * as messages from './seo/content-seo.messages.ts';
import { dealsSeo } from './seo/deals-seo.ts';
import { lfgSeo } from './seo/lfg-seo.ts';
import { matchesSeo } from './seo/matches-seo.ts';
import { profilesSeo } from './seo/profiles-seo.ts';
import { siteSeo } from './seo/site-seo.ts';

/**
 * Titles and descriptions of all pages with a static URL; player and listing pages generate their own. The texts here
 * are for pages whose loader calls `getPageMetadata`; the browser loads the others by feature.
 */
export const seo = {
  [paths.home]: (t) => ({
    title: t(messages.homeTitle),
    description: t(messages.homeDescription),
    index: true,
  }),
  [paths.protocol]: (t) => ({
    title: t(messages.protocolTitle),
    description: t(messages.protocolDescription),
    index: true,
  }),
  [paths.deals]: (t) => ({
    title: t(messages.dealsTitle),
    description: t(messages.dealsDescription, {
      founders: formatPrice(t, 'PRICE_FOUNDERS_6MO'),
      assembly: formatPrice(t, 'PRICE_TEAM_ASSEMBLY'),
      hire: formatPrice(t, 'PRICE_7G_ROLE'),
    }),
    index: true,
  }),
  [paths.assemblyRequest]: (t) => ({
    title: t(messages.assemblyRequestTitle),
    description: t(messages.assemblyRequestDescription, { hours: refundTerms.assemblyFillHours }),
    index: true,
  }),
  [paths.protocolFaq]: (t) => ({
    title: t(messages.protocolFaqTitle),
    description: t(messages.protocolFaqDescription),
    index: true,
  }),
  [paths.plans]: (t) => ({
    title: t(messages.plansTitle),
    description: t(messages.plansDescription, {
      pro: formatPrice(t, 'PRICE_PRO_MONTHLY'),
      premium: formatPrice(t, 'PRICE_PREMIUM_MONTHLY'),
      days: refundTerms.planMoneyBackDays,
    }),
    index: true,
  }),
  [paths.faq]: (t) => ({
    title: t(messages.faqTitle),
    description: t(messages.faqDescription),
    index: true,
  }),
  [paths.tournament]: (t) => ({
    title: t(messages.tournamentTitle),
    description: t(messages.tournamentDescription),
    index: true,
  }),
  [paths.whitepaper]: (t) => ({
    title: t(messages.whitepaperTitle),
    description: t(messages.whitepaperDescription),
    index: true,
  }),
  [paths.help]: (t) => ({
    title: t(messages.helpTitle),
    description: t(messages.helpDescription),
    index: true,
  }),
  [paths.community]: (t) => ({
    title: t(messages.communityTitle),
    description: t(messages.communityDescription),
    index: true,
  }),
  [paths.about]: (t) => ({
    title: t(messages.aboutTitle),
    description: t(messages.aboutDescription),
    index: true,
  }),
  [paths.team]: (t) => ({
    title: t(messages.teamTitle),
    description: t(messages.teamDescription),
    index: true,
  }),
  [paths.partners]: (t) => ({
    title: t(messages.partnersTitle),
    description: t(messages.partnersDescription),
    index: true,
  }),
  [paths.pressKit]: (t) => ({
    title: t(messages.pressKitTitle),
    description: t(messages.pressKitDescription),
    index: true,
  }),
  [paths.changelog]: (t) => ({
    title: t(messages.changelogTitle),
    description: t(messages.changelogDescription),
    index: true,
  }),
  [paths.legal]: (t) => ({
    title: t(messages.legalTitle),
    description: t(messages.legalDescription),
    index: true,
  }),
  [paths.commandCenter]: (t) => ({
    title: t(messages.commandCenterTitle),
    description: t(messages.commandCenterDescription),
    index: true,
  }),
  ...accountsSeo,
  ...profilesSeo,
  ...dealsSeo,
  ...matchesSeo,
  ...bookingsSeo,
  ...lfgSeo,
  ...siteSeo,
  ...adminSeo,
} satisfies Record<ContentRoute, (t: Translator) => Seo>;
