import type { Translator } from '../messages/translator.ts';
import * as messages from './content.messages.ts';
import { paths } from './paths.ts';

/** The product's name in every language, and its logo. */
export const site = {
  name: 'Planet Crew',
  logo: { src: '/brand/logo.svg', fallbackEmoji: '🪐' },
  copyrightHolder: 'Planet Crew',
} as const;

/** Returns the texts of the footer. */
export const getFooterTexts = (t: Translator) => ({
  tagline: t(messages.siteTagline),
  independence: t(messages.siteIndependence),
  beta: t(messages.betaFooter),
});

/** Returns how the product describes itself, for example to search engines. */
export const getSiteDescription = (t: Translator) => ({
  tagline: t(messages.siteTagline),
  description: t(messages.siteDescription),
});

/** Returns the texts of the banner about the beta. */
export const getBetaBanner = (t: Translator) => ({
  banner: t(messages.betaBanner),
  bannerMore: t(messages.betaBannerMore),
  linkLabel: t(messages.betaFeedback),
  dismiss: t(messages.betaDismiss),
});

/** Returns the notes about the beta that two pages show. */
export const getBetaNotes = (t: Translator) => ({ deals: t(messages.betaDeals), account: t(messages.betaAccount) });

export const getNotFoundTexts = (t: Translator) => ({
  code: '404',
  title: t(messages.notFoundTitle),
  text: t(messages.notFoundText),
  back: { label: t(messages.notFoundBack), href: paths.home },
});

export const getOfflineTexts = (t: Translator) => ({
  title: t(messages.offlineTitle),
  text: t(messages.offlineText),
  again: t(messages.offlineRetry),
  hint: t(messages.offlineHint),
});
