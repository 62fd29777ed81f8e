import { z } from 'zod';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { blockedWords } from '../blocked-words.ts';
import { getCoaches, getCoachesTexts } from '../coaches-content.ts';
import { getGeneralFaq } from '../faqs/general.ts';
import { getHelpFaq } from '../faqs/help.ts';
import { getProtocolFaq } from '../faqs/protocol-faq.ts';
import { feeTerms } from '../fee-terms.ts';
import { getHomeTexts, homeSections, plannedWork } from '../home/home-content.ts';
import { getStoryBook } from '../home/story-book-content.ts';
import { getStreamers } from '../home/streamers.ts';
import { getLegalTabs, getLegalTexts } from '../legal/legal-tabs.ts';
import { links } from '../links.ts';
import { getNavigation } from '../navigation-links.ts';
import { getPartnersTexts } from '../partners/partner-texts.ts';
import { getPartners } from '../partners/partners-content.ts';
import * as paymentEvents from '../payment-events.ts';
import { getPhoneConciergeTexts } from '../phone-concierge-content.ts';
import { getPlans, getPlansTexts } from '../plans-content.ts';
import { prices } from '../prices.ts';
import { getCoachingSprint } from '../protocol/coaching-sprint.ts';
import { getDealGroups, getDeals, getDealsTexts } from '../protocol/deals-content.ts';
import { getProtocolLanding } from '../protocol/landing.ts';
import { refundTerms } from '../refund-terms.ts';
import * as base from '../schema/base-schema.ts';
import * as offers from '../schema/offers-schema.ts';
import * as pages from '../schema/page-schema.ts';
import * as people from '../schema/people-schema.ts';
import * as tournament from '../schema/tournament-schema.ts';
import * as paper from '../schema/whitepaper-schema.ts';
import { seo } from '../seo.ts';
import {
  getBetaBanner,
  getBetaNotes,
  getFooterTexts,
  getNotFoundTexts,
  getOfflineTexts,
  getSiteDescription,
  site,
} from '../site.ts';
import { getAboutPage } from '../site-pages/about-content.ts';
import { getChangelogTexts } from '../site-pages/changelog-content.ts';
import * as commandCenter from '../site-pages/command-center-content.ts';
import { getCommunityPage } from '../site-pages/community-content.ts';
import { getHelpTexts, getSupportCards } from '../site-pages/help-support-content.ts';
import { getPressKit } from '../site-pages/press-kit-content.ts';
import * as statuses from '../statuses.ts';
import { getTeamGroups } from '../team/groups.ts';
import { getTeamTexts } from '../team/team-texts.ts';
import { getCategories } from '../tournament/categories.ts';
import { getTiers } from '../tournament/tiers.ts';
import { getTournamentTexts } from '../tournament/tournament-texts.ts';
import { getWarriors } from '../tournament/warriors.ts';
import { getAccountPage } from '../umbrella/account-content.ts';
import { getDashboard } from '../umbrella/dashboard-content.ts';
import * as crewDna from '../umbrella/onboarding-content.ts';
import * as tools from '../umbrella/tools-content.ts';
import { getArchitecture } from '../whitepaper/architecture.ts';
import { getWhitepaperMeta } from '../whitepaper/meta.ts';
import { getRoadmap } from '../whitepaper/roadmap.ts';
import { getSections } from '../whitepaper/sections.ts';
import { getToken } from '../whitepaper/token.ts';
import { getCrewWeights, getSquadWeights } from '../whitepaper/weights.ts';
import { changelog } from './changelog-file.ts';

/** One piece of content: its file, its value and, if it has one, its schema. */
export type Source = { file: string; value: unknown; schema?: z.ZodType };

const listSeo = (t: Translator) => Object.fromEntries(Object.entries(seo).map(([path, getSeo]) => [path, getSeo(t)]));

const isMessage = (value: object): value is Message<{ seller: string }> => 'id' in value && 'english' in value;

/** Replaces the messages in a table by their texts. */
function translateTexts(t: Translator, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isMessage(value)) return t(value, { seller: 'player' });
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, translateTexts(t, item)]));
}

const conciergeTexts = z.strictObject({ hours: base.plainText, closed: base.richLine });
const blockedWordList = z.array(z.string().regex(/^[a-z][a-z ]{3,}[a-z]$/)).min(1);

/** Returns all content to validate, in one language. A test checks that no file is missing. */
export const getSources = (t: Translator): Source[] => [
  { file: 'blocked-words.ts', value: blockedWords, schema: blockedWordList },
  { file: 'coaches-content.ts', value: getCoaches(t), schema: z.array(offers.coach) },
  { file: 'coaches-content.ts', value: getCoachesTexts(t) },
  { file: 'faqs/general.ts', value: getGeneralFaq(t), schema: z.array(base.faqItem) },
  { file: 'faqs/help.ts', value: getHelpFaq(t), schema: z.array(base.faqItem) },
  { file: 'faqs/protocol-faq.ts', value: getProtocolFaq(t), schema: z.array(base.faqItem) },
  { file: 'home/home-content.ts', value: { ...getHomeTexts(t), homeSections, plannedWork } },
  { file: 'home/story-book-content.ts', value: getStoryBook(t).pages, schema: z.array(pages.storyPage) },
  { file: 'home/story-book-content.ts', value: getStoryBook(t) },
  { file: 'home/streamers.ts', value: getStreamers(t), schema: z.array(people.streamer) },
  { file: 'legal/legal-tabs.ts', value: getLegalTabs(t), schema: z.array(pages.legalTab) },
  { file: 'legal/legal-tabs.ts', value: getLegalTexts(t) },
  { file: 'links.ts', value: links, schema: z.record(z.string(), base.httpsUrl) },
  { file: 'navigation-links.ts', value: getNavigation(t), schema: pages.navigation },
  { file: 'partners/partners-content.ts', value: getPartners(t), schema: z.array(people.partner) },
  { file: 'partners/texts.ts', value: getPartnersTexts(t) },
  { file: 'phone-concierge-content.ts', value: getPhoneConciergeTexts(t), schema: conciergeTexts },
  { file: 'plans-content.ts', value: getPlans(t, { phone: true }), schema: z.array(offers.plan) },
  { file: 'plans-content.ts', value: getPlansTexts(t) },
  { file: 'payment-events.ts', value: paymentEvents },
  { file: 'statuses.ts', value: translateTexts(t, statuses) },
  { file: 'prices.ts', value: prices, schema: z.record(offers.priceId, offers.price) },
  { file: 'protocol/deals-content.ts', value: getDeals(t), schema: z.array(offers.deal) },
  { file: 'protocol/deals-content.ts', value: getDealGroups(t), schema: z.array(offers.dealGroup) },
  { file: 'protocol/deals-content.ts', value: getDealsTexts(t) },
  { file: 'protocol/coaching-sprint.ts', value: getCoachingSprint(t) },
  { file: 'protocol/landing.ts', value: getProtocolLanding(t) },
  { file: 'fee-terms.ts', value: feeTerms, schema: offers.feeTerms },
  { file: 'refund-terms.ts', value: refundTerms },
  { file: 'seo.ts', value: listSeo(t), schema: z.record(z.string(), base.seo) },
  { file: 'site.ts', value: site },
  { file: 'site.ts', value: getSiteDescription(t) },
  { file: 'site.ts', value: getFooterTexts(t) },
  { file: 'site.ts', value: getBetaBanner(t) },
  { file: 'site.ts', value: getBetaNotes(t) },
  { file: 'site.ts', value: getNotFoundTexts(t) },
  { file: 'site.ts', value: getOfflineTexts(t) },
  { file: 'site-pages/about-content.ts', value: getAboutPage(t), schema: pages.prosePage },
  { file: 'CHANGELOG.md', value: changelog, schema: z.array(pages.changelogEntry) },
  { file: 'site-pages/changelog-content.ts', value: getChangelogTexts(t) },
  {
    file: 'site-pages/command-center-content.ts',
    value: {
      ...commandCenter.getCommandCenter(t),
      countdown: commandCenter.getStreamCountdown(t),
      player: commandCenter.getStreamPlayerTexts(t),
      reminder: commandCenter.getStreamReminder(t),
    },
  },
  { file: 'site-pages/community-content.ts', value: getCommunityPage(t) },
  { file: 'site-pages/help-support-content.ts', value: getSupportCards(t), schema: z.array(pages.supportCard) },
  { file: 'site-pages/help-support-content.ts', value: getHelpTexts(t) },
  { file: 'site-pages/press-kit-content.ts', value: getPressKit(t), schema: pages.pressKit },
  { file: 'team/groups.ts', value: getTeamGroups(t), schema: z.array(people.teamGroup) },
  { file: 'team/texts.ts', value: getTeamTexts(t), schema: people.teamTexts },
  { file: 'tournament/categories.ts', value: getCategories(t), schema: z.array(tournament.category) },
  { file: 'tournament/texts.ts', value: getTournamentTexts(t) },
  { file: 'tournament/tiers.ts', value: getTiers(t), schema: z.array(tournament.tier) },
  { file: 'tournament/warriors.ts', value: getWarriors(t), schema: z.array(tournament.warrior) },
  { file: 'umbrella/account-content.ts', value: getAccountPage(t) },
  { file: 'umbrella/dashboard-content.ts', value: getDashboard(t) },
  {
    file: 'umbrella/onboarding-content.ts',
    value: {
      ...crewDna.getCrewDna(t),
      fields: crewDna.getCrewDnaFields(t),
      inProfile: crewDna.getCrewDnaInProfile(t),
    },
  },
  {
    file: 'umbrella/tools-content.ts',
    value: {
      ...tools.getToolsPage(t),
      logoGenerator: tools.getLogoGenerator(t),
      buildAssistant: tools.getBuildAssistant(t),
      sampleQuestion: tools.getSampleQuestion(t),
      buildChips: tools.getBuildChips(t),
      savedBuilds: tools.getSavedBuilds(t),
      progressTracker: tools.getProgressTracker(t),
      sampleProgress: tools.getSampleProgress(t),
    },
  },
  { file: 'whitepaper/architecture.ts', value: getArchitecture(t), schema: paper.architecture },
  { file: 'whitepaper/meta.ts', value: getWhitepaperMeta(t), schema: paper.whitepaperMeta },
  { file: 'whitepaper/roadmap.ts', value: getRoadmap(t), schema: z.array(paper.roadmapPhase) },
  { file: 'whitepaper/sections.ts', value: getSections(t), schema: z.array(paper.section) },
  { file: 'whitepaper/token.ts', value: getToken(t), schema: paper.token },
  { file: 'whitepaper/weights.ts', value: getSquadWeights(t), schema: paper.weights },
  { file: 'whitepaper/weights.ts', value: getCrewWeights(t), schema: paper.weights },
];
