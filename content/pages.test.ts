import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { english } from '../messages/lazy-text.ts';
import { blockedWords } from './blocked-words.ts';
import { getGeneralFaq } from './faqs/general.ts';
import { getHelpFaq } from './faqs/help.ts';
import { getProtocolFaq } from './faqs/protocol-faq.ts';
import { getHomeTexts, plannedWork } from './home/home-content.ts';
import { getStoryBook } from './home/story-book-content.ts';
import { toPlainText } from './inline.ts';
import { getLegalTabs } from './legal/legal-tabs.ts';
import { getNavigation } from './navigation-links.ts';
import { getProtocolLanding } from './protocol/landing.ts';
import { privateRoutes, publicRoutes } from './route-table.ts';
import { seo } from './seo.ts';
import { getNotFoundTexts } from './site.ts';
import { getCommandCenter, streamStart } from './site-pages/command-center-content.ts';
import { getCommunityPage } from './site-pages/community-content.ts';
import { getHelpTexts, getSupportCards } from './site-pages/help-support-content.ts';
import { getDashboard } from './umbrella/dashboard-content.ts';
import { getCrewDna, getCrewDnaFields } from './umbrella/onboarding-content.ts';
import {
  getBuildAssistant,
  getLogoGenerator,
  getProgressTracker,
  getSampleProgress,
} from './umbrella/tools-content.ts';
import { changelog } from './validation/changelog-file.ts';

const listOptions = (field: { options: readonly { value: string }[] }) => field.options.map((option) => option.value);
const legalTabs = getLegalTabs(english);
const navigation = getNavigation(english);
const protocolLanding = getProtocolLanding(english);
const [generalFaq, helpFaq, protocolFaq] = [getGeneralFaq(english), getHelpFaq(english), getProtocolFaq(english)];
const generalText = generalFaq.map((item) => toPlainText(item.answer)).join('\n');

describe('page frame content', () => {
  it('has the specified links in the header', () => {
    expect(navigation.header.map((item) => item.href)).toEqual([
      '/',
      '/protocol',
      '/protocol/deals',
      '/plans',
      '/coaches',
      '/tournament-of-power',
      '/whitepaper',
      '/help-support',
    ]);
    expect(navigation.join).toEqual({ label: 'Join the Portal', href: '/protocol/auth' });
  });

  it('has the Quick Actions and More groups in the menu', () => {
    expect([navigation.menu.quickTitle, navigation.menu.moreTitle]).toEqual(['Quick Actions', 'More']);
    expect(navigation.menu.more.map((item) => item.href)).toEqual([
      '/community',
      '/about',
      '/team',
      '/partners',
      '/press-kit',
      '/changelog',
      '/legal',
    ]);
  });

  it('has nine quick links in the footer', () => {
    expect(navigation.footer.quickTitle).toBe('Quick Links');
    expect(navigation.footer.quick.map((item) => item.label)).toEqual([
      'Whitepaper',
      'Protocol',
      'Community',
      'About',
      'Team',
      'Partners',
      'Press Kit',
      'Changelog',
      'Legal',
    ]);
    expect(navigation.footer.social).toHaveLength(3);
  });

  it('shows the specified 404 page', () => {
    const notFound = getNotFoundTexts(english);
    expect(notFound).toMatchObject({ code: '404', title: 'Cosmic Route Not Found', back: { href: '/' } });
    expect(notFound.text).toMatch(/page .* does not exist/);
  });
});

describe('home page', () => {
  it('has the story book with four pages', () => {
    expect(getStoryBook(english).pages.map((page) => page.title)).toEqual([
      'The Beginning',
      'The Vision',
      'The Ecosystem',
      'Join Us',
    ]);
  });

  it('has the specified titles, buttons and cards', () => {
    const home = getHomeTexts(english);
    expect([home.protocolPanel.learnMore.label, home.protocolPanel.seeDeals.label]).toEqual([
      'Learn More',
      'See Deals',
    ]);
    expect(home.streams.title).toBe('Watch Our Streamers Live');
    expect(home.streams.line).toContain('after 5PM EST daily');
    expect(getCommandCenter(english).line).toContain('after 5PM EST every day');
    expect(home.communitySection.cards.map((card) => card.title)).toEqual([
      'Live Features',
      'Metaverse Vision',
      'Tournament of Power',
    ]);
    expect(home.communityBanner.title).toBe('Join the community');
    expect(home.hero.line).toContain('creator-first platform with AI-powered tools');
  });

  it('lists the planned endpoints and tables in the hidden block', () => {
    expect(plannedWork.routes).toEqual([
      'POST /api/team-build/request',
      'POST /api/stripe/webhook',
      'POST /api/alerts/availability',
    ]);
    expect(plannedWork.tables).toEqual([
      'team_builds (buyer_id, description, desired_roles, status, total_price, deadline)',
      'team_build_players (team_build_id, player_id, role, fee, accepted)',
      'bookings (buyer_id, player_id, type, price_usd, contracted_games, completed_games, status, stripe_payment_id)',
      'alerts (user_id, availability_opt_in, phone_opt_in, last_notified_at)',
    ]);
  });
});

describe('Protocol landing page', () => {
  it('has the headline, five features, a founder and two core partners', () => {
    expect(protocolLanding.headline).toBe('Find your 5. Build smarter. Rep faster.');
    expect(protocolLanding.features).toHaveLength(5);
    expect(protocolLanding.founder.badge).toBe('Founder');
    expect(protocolLanding.corePartners.map((card) => card.badge)).toEqual(['Core Partner', 'Core Partner']);
    expect(protocolLanding.join).toEqual({ label: 'Join Free', href: '/protocol/auth' });
    expect(protocolLanding.deals).toEqual({ label: 'See Deals', href: '/protocol/deals' });
  });
});

describe('FAQ content', () => {
  it('has ten general, six Protocol and four help questions', () => {
    expect([generalFaq.length, protocolFaq.length, helpFaq.length]).toEqual([10, 6, 4]);
  });

  it('states the specified terms', () => {
    expect(generalText).toContain('7-day money-back guarantee');
    expect(generalText).toContain('Monday-Friday 2pm-10pm EST');
    expect(generalText).toMatch(/Upgrades are immediate.*Downgrades.*at the end of the billing period/);
    expect(generalText).toMatch(/verify your identity with our payment-connect provider/);
    expect(protocolFaq.find(({ id }) => id === 'held-funds')?.answer).toContain(
      'remaining games / total games × price',
    );
  });

  it('has four help questions and three support cards', () => {
    expect(helpFaq.map((item) => item.id)).toEqual([
      'what-is-planet-crew',
      'how-to-start',
      'what-is-the-community',
      'how-voice-chat-works',
    ]);
    const supportCards = getSupportCards(english);
    const helpTexts = getHelpTexts(english);
    expect(supportCards.map((card) => card.icon)).toEqual(['people', 'follow', 'voice']);
    expect(supportCards.map((card) => card.title)).toEqual(['Community on X', 'Follow on X', 'Voice chat server']);
    expect(helpTexts.voiceOnly.text).toContain('voice-only with no text chat');
    expect(helpTexts.breadcrumb.map((crumb) => crumb.label)).toEqual(['Home', 'Help & Support']);
  });
});

describe('public page content', () => {
  it('lists the specified releases newest first', () => {
    expect(changelog.map((entry) => entry.date)).toEqual([
      '2026-11-27',
      '2026-11-25',
      '2025-10-11',
      '2025-09-15',
      '2025-08-01',
    ]);
  });

  // If you change a legal text, raise its version, say what changed and add its digest from the failure message. Never
  // change an earlier digest: accounts and orders refer to its version.
  it.each([
    ['terms', ['4c33a6e986cb', 'b1117349b9c2']],
    ['privacy', ['6fcfe32f5084', '7974161d6522']],
    ['refunds', ['c1d3f6002bb2']],
  ])('requires a new version of the %s whenever its text changes', (id, digests) => {
    const { version, updated, changes, ...words } = legalTabs.find((tab) => tab.id === id)!;
    const digest = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 12);
    expect(digest).toBe(digests.at(-1));
    expect(new Set(digests).size).toBe(version);
    expect(changes.map((change) => change.version)).toEqual(digests.map((_, index) => version - index));
    expect(changes[0]!.date).toBe(updated);
  });

  it('has three legal tabs', () => {
    expect(legalTabs.map((tab) => tab.title)).toEqual(['Terms of Service', 'Privacy Policy', 'Refund Policy']);
  });

  it('says "held" and never promises escrow', () => {
    const terms = JSON.stringify(legalTabs);
    expect(terms).toContain('held');
    expect(terms.match(/escrow/g)).toEqual(terms.match(/not a legal escrow/g)?.map(() => 'escrow'));
  });

  it('links to the streams and lists Featured Communities as coming soon', () => {
    const communityPage = getCommunityPage(english);
    expect(communityPage.cards[2]?.action.href).toBe('/command-center');
    expect(communityPage.featured.title).toBe('Featured Communities');
    expect(communityPage.featured.soon).toBe('Coming soon');
  });

  it('starts the streams at 5 PM Eastern', () => {
    expect(streamStart).toEqual({ hour: 17, minute: 0, zone: 'America/New_York' });
    expect(getCommandCenter(english).start).toBe('5 PM Eastern');
  });

  it('shows the specified sample data in the progress tracker', () => {
    expect(getSampleProgress(english)).toEqual({
      percent: 45,
      milestones: [
        { title: 'Reach Pro 1', done: true },
        { title: 'Unlock All Badges', done: true },
        { title: 'Hit Elite 1', done: false },
        { title: 'Reach Legend', done: false },
      ],
    });
    const logoGenerator = getLogoGenerator(english);
    expect(logoGenerator.started).toBe('Starting logo generation... This may take a few minutes.');
    expect(logoGenerator.succeeded(10)).toBe('Successfully generated 10 logos!');
    expect(logoGenerator.failed).toBe('Failed to generate logos');
    expect(logoGenerator.badge).toBe('Admin Tool');
    const proTools = [getBuildAssistant(english), getProgressTracker(english)];
    expect(proTools.map(({ badge, title }) => [badge, title])).toEqual([
      ['Pro Feature', 'AI Build Assistant'],
      ['Pro Feature', 'Crew Progress Tracker'],
    ]);
  });

  it('has the specified options and toasts on the Crew DNA form', () => {
    const crewDna = getCrewDna(english);
    const fields = getCrewDnaFields(english);
    expect(crewDna.title).toBe('Define Your Crew DNA');
    expect(listOptions(fields.position)).toEqual(['pg', 'sg', 'sf', 'pf', 'c']);
    expect(listOptions(fields.roleType)).toEqual(['scorer', 'playmaker', 'defender', 'rebounder', 'sharpshooter']);
    expect(listOptions(fields.schedule)).toEqual([
      'Weekday Mornings',
      'Weekday Evenings',
      'Weekend Days',
      'Weekend Nights',
    ]);
    expect(listOptions(fields.platform)).toEqual(['ps', 'xbox', 'pc']);
    expect(listOptions(fields.grindLevel)).toEqual(['casual', 'rep', 'comp']);
    expect(listOptions(fields.timezone)).toEqual(['est', 'cst', 'mst', 'pst', 'gmt', 'cet']);
    expect(crewDna.missing).toEqual({ title: 'Missing Information', text: 'Please fill out all required fields.' });
    expect(crewDna.saved).toEqual({ title: 'Profile Saved!', text: 'Profile saved successfully!' });
  });

  it('has the Quick Stats labels and the fallback name Player', () => {
    const dashboard = getDashboard(english);
    expect(dashboard.fallbackName).toBe('Player');
    expect(dashboard.stats.title).toBe('Quick Stats');
    expect(dashboard.activity.title).toBe('Recent Activity');
    expect(dashboard.upgrade.action).toEqual({ label: 'View Plans', href: '/plans' });
    expect(dashboard.tiles.map(({ href }) => href)).toEqual(['/tools', '/coaches', '/account']);
    expect(Object.values(dashboard.stats).slice(1)).toEqual(['Squads Joined', 'Matches Played', 'Profile Complete']);
  });

  it('has four blocked words by default', () => {
    expect(blockedWords).toHaveLength(4);
  });
});

describe('search engine metadata', () => {
  it('has a title for every route and indexes only public routes', () => {
    const indexed = Object.entries(seo).filter(([, getSeo]) => getSeo(english).index);
    expect(Object.keys(seo).toSorted()).toEqual([...publicRoutes, ...privateRoutes].toSorted());
    expect(indexed.map(([route]) => route).toSorted()).toEqual([...publicRoutes].toSorted());
  });
});
