import { z } from 'zod';
import { blockedWords } from '../blocked-words.ts';
import { coaches, coachesTexts } from '../coaches-content.ts';
import { generalFaq } from '../faqs/general.ts';
import { helpFaq } from '../faqs/help.ts';
import { protocolFaq } from '../faqs/protocol-faq.ts';
import { feeTerms } from '../fee-terms.ts';
import * as home from '../home/home-content.ts';
import { storyBook } from '../home/story-book-content.ts';
import { streamers } from '../home/streamers.ts';
import { legalTabs, legalTexts } from '../legal/legal-tabs.ts';
import { links } from '../links.ts';
import { navigation } from '../navigation-links.ts';
import { partnersTexts } from '../partners/partner-texts.ts';
import { partners } from '../partners/partners-content.ts';
import * as paymentEvents from '../payment-events.ts';
import { plans, plansTexts } from '../plans-content.ts';
import { prices } from '../prices.ts';
import * as deals from '../protocol/deals-content.ts';
import { protocolLanding } from '../protocol/landing.ts';
import { refundTerms } from '../refund-terms.ts';
import * as base from '../schema/base-schema.ts';
import * as offers from '../schema/offers-schema.ts';
import * as pages from '../schema/page-schema.ts';
import * as people from '../schema/people-schema.ts';
import * as tournament from '../schema/tournament-schema.ts';
import * as paper from '../schema/whitepaper-schema.ts';
import { seo } from '../seo.ts';
import { site } from '../site.ts';
import { aboutPage } from '../site-pages/about-content.ts';
import { changelogTexts } from '../site-pages/changelog-content.ts';
import { commandCenter } from '../site-pages/command-center-content.ts';
import { communityPage } from '../site-pages/community-content.ts';
import { helpTexts, supportCards } from '../site-pages/help-support-content.ts';
import { pressKit } from '../site-pages/press-kit-content.ts';
import * as statuses from '../statuses.ts';
import { teamGroups } from '../team/groups.ts';
import { teamTexts } from '../team/team-texts.ts';
import { categories } from '../tournament/categories.ts';
import { tiers } from '../tournament/tiers.ts';
import { tournamentTexts } from '../tournament/tournament-texts.ts';
import { warriors } from '../tournament/warriors.ts';
import { accountPage } from '../umbrella/account-content.ts';
import { dashboard } from '../umbrella/dashboard-content.ts';
import { crewDna } from '../umbrella/onboarding-content.ts';
import { toolsPage } from '../umbrella/tools-content.ts';
import { architecture } from '../whitepaper/architecture.ts';
import { whitepaperMeta } from '../whitepaper/meta.ts';
import { roadmap } from '../whitepaper/roadmap.ts';
import { sections } from '../whitepaper/sections.ts';
import { token } from '../whitepaper/token.ts';
import { crewWeights, squadWeights } from '../whitepaper/weights.ts';
import { changelog } from './changelog-file.ts';

/** One piece of content: its file, its value and, if it has one, its schema. */
export type Source = { file: string; value: unknown; schema?: z.ZodType };

const blockedWordList = z.array(z.string().regex(/^[a-z][a-z ]{3,}[a-z]$/)).min(1);

/** All content to validate. A test checks that no file is missing. */
export const sources: Source[] = [
  { file: 'blocked-words.ts', value: blockedWords, schema: blockedWordList },
  { file: 'coaches-content.ts', value: coaches, schema: z.array(offers.coach) },
  { file: 'coaches-content.ts', value: coachesTexts },
  { file: 'faqs/general.ts', value: generalFaq, schema: z.array(base.faqItem) },
  { file: 'faqs/help.ts', value: helpFaq, schema: z.array(base.faqItem) },
  { file: 'faqs/protocol-faq.ts', value: protocolFaq, schema: z.array(base.faqItem) },
  { file: 'home/home-content.ts', value: { ...home } },
  { file: 'home/story-book-content.ts', value: storyBook.pages, schema: z.array(pages.storyPage) },
  { file: 'home/story-book-content.ts', value: storyBook },
  { file: 'home/streamers.ts', value: streamers, schema: z.array(people.streamer) },
  { file: 'legal/legal-tabs.ts', value: legalTabs, schema: z.array(pages.legalTab) },
  { file: 'legal/legal-tabs.ts', value: legalTexts },
  { file: 'links.ts', value: links, schema: z.record(z.string(), base.httpsUrl) },
  { file: 'navigation.ts', value: navigation, schema: pages.navigation },
  { file: 'partners/partners-content.ts', value: partners, schema: z.array(people.partner) },
  { file: 'partners/texts.ts', value: partnersTexts },
  { file: 'plans-content.ts', value: plans, schema: z.array(offers.plan) },
  { file: 'plans-content.ts', value: plansTexts },
  { file: 'payment-events.ts', value: paymentEvents },
  { file: 'statuses.ts', value: statuses },
  { file: 'prices.ts', value: prices, schema: z.record(offers.priceId, offers.price) },
  { file: 'protocol/deals-content.ts', value: deals.deals, schema: z.array(offers.deal) },
  { file: 'protocol/deals-content.ts', value: deals.dealGroups, schema: z.array(offers.dealGroup) },
  { file: 'protocol/deals-content.ts', value: { ...deals } },
  { file: 'protocol/landing.ts', value: protocolLanding },
  { file: 'fee-terms.ts', value: feeTerms, schema: offers.feeTerms },
  { file: 'refund-terms.ts', value: refundTerms },
  { file: 'seo.ts', value: seo, schema: z.record(z.string(), base.seo) },
  { file: 'site.ts', value: site },
  { file: 'site-pages/about-content.ts', value: aboutPage, schema: pages.prosePage },
  { file: 'CHANGELOG.md', value: changelog, schema: z.array(pages.changelogEntry) },
  { file: 'site-pages/changelog-content.ts', value: changelogTexts },
  { file: 'site-pages/command-center-content.ts', value: commandCenter },
  { file: 'site-pages/community-content.ts', value: communityPage },
  { file: 'site-pages/help-support-content.ts', value: supportCards, schema: z.array(pages.supportCard) },
  { file: 'site-pages/help-support-content.ts', value: helpTexts },
  { file: 'site-pages/press-kit-content.ts', value: pressKit, schema: pages.pressKit },
  { file: 'team/groups.ts', value: teamGroups, schema: z.array(people.teamGroup) },
  { file: 'team/texts.ts', value: teamTexts, schema: people.teamTexts },
  { file: 'tournament/categories.ts', value: categories, schema: z.array(tournament.category) },
  { file: 'tournament/texts.ts', value: tournamentTexts },
  { file: 'tournament/tiers.ts', value: tiers, schema: z.array(tournament.tier) },
  { file: 'tournament/warriors.ts', value: warriors, schema: z.array(tournament.warrior) },
  { file: 'umbrella/account-content.ts', value: accountPage },
  { file: 'umbrella/dashboard-content.ts', value: dashboard },
  { file: 'umbrella/onboarding-content.ts', value: crewDna },
  { file: 'umbrella/tools-content.ts', value: toolsPage },
  { file: 'whitepaper/architecture.ts', value: architecture, schema: paper.architecture },
  { file: 'whitepaper/meta.ts', value: whitepaperMeta, schema: paper.whitepaperMeta },
  { file: 'whitepaper/roadmap.ts', value: roadmap, schema: z.array(paper.roadmapPhase) },
  { file: 'whitepaper/sections.ts', value: sections, schema: z.array(paper.section) },
  { file: 'whitepaper/token.ts', value: token, schema: paper.token },
  { file: 'whitepaper/weights.ts', value: squadWeights, schema: paper.weights },
  { file: 'whitepaper/weights.ts', value: crewWeights, schema: paper.weights },
];
