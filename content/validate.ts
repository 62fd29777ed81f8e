import { generalFaq } from './faqs/general.ts';
import { helpFaq } from './faqs/help.ts';
import { protocolFaq } from './faqs/protocol.ts';
import { legalTabs } from './legal/tabs.ts';
import { partners } from './partners/partners.ts';
import { plans } from './plans.ts';
import { prices } from './prices.ts';
import { coachingSprint, deals } from './protocol/deals.ts';
import { seo } from './seo.ts';
import { teamGroups } from './team/groups.ts';
import { categories } from './tournament/categories.ts';
import { tiers } from './tournament/tiers.ts';
import { warriors } from './tournament/warriors.ts';
import { deadAnchors } from './validation/anchors.ts';
import { changelog, changelogProblems } from './validation/changelog-file.ts';
import { checkShape, checkWords } from './validation/check-content.ts';
import { priceProblems } from './validation/offer-rules.ts';
import { architectureProblems, sectionProblems, tokenProblems, weightProblems } from './validation/paper-rules.ts';
import { sources } from './validation/sources.ts';
import { tournamentProblems } from './validation/tournament-rules.ts';
import { repeated } from './validation/unique-rules.ts';
import { architecture } from './whitepaper/architecture.ts';
import { sections } from './whitepaper/sections.ts';
import { token } from './whitepaper/token.ts';
import { crewWeights, squadWeights } from './whitepaper/weights.ts';

const paidPlans = plans.flatMap(({ name, price, checkoutPriceId }) =>
  checkoutPriceId ? [{ name, price, priceId: checkoutPriceId }] : [],
);
const members = teamGroups.flatMap((group) => group.members);
const legalSections = legalTabs.flatMap((tab) => tab.sections);

/** Everything that is wrong with the content, one sentence each, naming file and field. Empty when all is well. */
export function contentProblems(): string[] {
  return [
    ...changelogProblems,
    ...sources.flatMap(({ file, value, schema }) =>
      schema ? checkShape(file, schema, value) : checkWords(file, value),
    ),
    ...sources.flatMap(({ file, value }) => deadAnchors(file, value)),
    ...tournamentProblems(warriors, tiers, categories),
    ...priceProblems(prices, [...deals, coachingSprint, ...paidPlans]),
    ...sectionProblems(sections),
    ...tokenProblems(token),
    ...weightProblems('squadWeights', squadWeights),
    ...weightProblems('crewWeights', crewWeights),
    ...architectureProblems(architecture),
    ...repeated(
      'tournament/warriors.ts, id',
      warriors.map((warrior) => warrior.id),
    ),
    ...repeated(
      'tournament/warriors.ts, website',
      warriors.map((warrior) => warrior.website),
    ),
    ...repeated(
      'team/groups.ts, id',
      members.map((member) => member.id),
    ),
    ...repeated(
      'partners/partners.ts, id',
      partners.map((partner) => partner.id),
    ),
    ...repeated(
      'legal/tabs.ts, id',
      legalSections.map((section) => section.id),
    ),
    ...repeated(
      'whitepaper/sections.ts, id',
      sections.map((section) => section.id),
    ),
    ...repeated(
      'CHANGELOG.md, date',
      changelog.map((entry) => entry.date),
    ),
    ...repeated(
      'seo.ts, title',
      Object.values(seo).map((page) => page.title),
    ),
    ...repeated(
      'seo.ts, description',
      Object.values(seo).map((page) => page.description),
    ),
    ...[generalFaq, helpFaq, protocolFaq].flatMap((faq) =>
      repeated(
        'faqs, id',
        faq.map((item) => item.id),
      ),
    ),
  ];
}

if (import.meta.main) {
  const problems = contentProblems();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('Content is valid.');
}
