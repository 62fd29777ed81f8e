import { generalFaq } from './faqs/general.ts';
import { helpFaq } from './faqs/help.ts';
import { protocolFaq } from './faqs/protocol-faq.ts';
import { legalTabs } from './legal/legal-tabs.ts';
import { partners } from './partners/partners-content.ts';
import { plans } from './plans-content.ts';
import { prices } from './prices.ts';
import { coachingSprint, deals } from './protocol/deals-content.ts';
import { seo } from './seo.ts';
import { teamGroups } from './team/groups.ts';
import { categories } from './tournament/categories.ts';
import { tiers } from './tournament/tiers.ts';
import { warriors } from './tournament/warriors.ts';
import { findDeadAnchors } from './validation/anchors.ts';
import { changelog, changelogProblems } from './validation/changelog-file.ts';
import { checkShape, findTextProblems } from './validation/check-content.ts';
import { findPriceProblems } from './validation/offer-rules.ts';
import { sources } from './validation/sources.ts';
import { findTournamentProblems } from './validation/tournament-rules.ts';
import { findRepeated } from './validation/unique-rules.ts';
import {
  findArchitectureProblems,
  findSectionProblems,
  findTokenProblems,
  findWeightProblems,
} from './validation/whitepaper-rules.ts';
import { architecture } from './whitepaper/architecture.ts';
import { sections } from './whitepaper/sections.ts';
import { token } from './whitepaper/token.ts';
import { crewWeights, squadWeights } from './whitepaper/weights.ts';

const paidPlans = plans.flatMap(({ name, price, checkoutPriceId }) =>
  checkoutPriceId ? [{ name, price, priceId: checkoutPriceId }] : [],
);
const members = teamGroups.flatMap((group) => group.members);
const legalSections = legalTabs.flatMap((tab) => tab.sections);

/** Returns all problems with the content, one sentence each with file and field. Empty if there are none. */
export function findContentProblems(): string[] {
  return [
    ...changelogProblems,
    ...sources.flatMap(({ file, value, schema }) =>
      schema ? checkShape(file, schema, value) : findTextProblems(file, value),
    ),
    ...sources.flatMap(({ file, value }) => findDeadAnchors(file, value)),
    ...findTournamentProblems(warriors, tiers, categories),
    ...findPriceProblems(prices, [...deals, coachingSprint, ...paidPlans]),
    ...findSectionProblems(sections),
    ...findTokenProblems(token),
    ...findWeightProblems('squadWeights', squadWeights),
    ...findWeightProblems('crewWeights', crewWeights),
    ...findArchitectureProblems(architecture),
    ...findRepeated(
      'tournament/warriors.ts, id',
      warriors.map((warrior) => warrior.id),
    ),
    ...findRepeated(
      'tournament/warriors.ts, website',
      warriors.map((warrior) => warrior.website),
    ),
    ...findRepeated(
      'team/groups.ts, id',
      members.map((member) => member.id),
    ),
    ...findRepeated(
      'partners/partners.ts, id',
      partners.map((partner) => partner.id),
    ),
    ...findRepeated(
      'legal/tabs.ts, id',
      legalSections.map((section) => section.id),
    ),
    ...findRepeated(
      'whitepaper/sections.ts, id',
      sections.map((section) => section.id),
    ),
    ...findRepeated(
      'CHANGELOG.md, date',
      changelog.map((entry) => entry.date),
    ),
    ...findRepeated(
      'seo.ts, title',
      Object.values(seo).map((page) => page.title),
    ),
    ...findRepeated(
      'seo.ts, description',
      Object.values(seo).map((page) => page.description),
    ),
    ...[generalFaq, helpFaq, protocolFaq].flatMap((faq) =>
      findRepeated(
        'faqs, id',
        faq.map((item) => item.id),
      ),
    ),
  ];
}

if (import.meta.main) {
  const problems = findContentProblems();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('Content is valid.');
}
