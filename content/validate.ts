import { english } from '../messages/lazy-text.ts';
import type { Translator } from '../messages/translator.ts';
import { getGeneralFaq } from './faqs/general.ts';
import { getHelpFaq } from './faqs/help.ts';
import { getProtocolFaq } from './faqs/protocol-faq.ts';
import { getLegalTabs } from './legal/legal-tabs.ts';
import { partners } from './partners/partners-content.ts';
import { seo } from './seo.ts';
import { teamGroups } from './team/groups.ts';
import { getCategories } from './tournament/categories.ts';
import { getTiers } from './tournament/tiers.ts';
import { getWarriors, warriors } from './tournament/warriors.ts';
import { findDeadAnchors } from './validation/anchors.ts';
import { changelog, changelogProblems } from './validation/changelog-file.ts';
import { checkShape, findTextProblems } from './validation/check-content.ts';
import { getSources } from './validation/sources.ts';
import { findTournamentProblems } from './validation/tournament-rules.ts';
import { findRepeated } from './validation/unique-rules.ts';
import {
  findArchitectureProblems,
  findSectionProblems,
  findTokenProblems,
  findWeightProblems,
} from './validation/whitepaper-rules.ts';
import { getArchitecture } from './whitepaper/architecture.ts';
import { getSections } from './whitepaper/sections.ts';
import { getToken } from './whitepaper/token.ts';
import { getCrewWeights, getSquadWeights } from './whitepaper/weights.ts';

const members = teamGroups.flatMap((group) => group.members);
const legalSections = getLegalTabs(english).flatMap((tab) => tab.sections);

/**
 * Returns all problems with the content, one sentence each, with file and field. Returns an empty list if the content
 * is valid.
 * @param t the language of the texts to check
 */
export function findContentProblems(t: Translator = english): string[] {
  const sources = getSources(t);
  const pages = Object.values(seo).map((getSeo) => getSeo(t));
  const sections = getSections(t);
  return [
    ...changelogProblems,
    ...sources.flatMap(({ file, value, schema }) =>
      schema ? checkShape(file, schema, value) : findTextProblems(file, value),
    ),
    ...sources.flatMap(({ file, value }) => findDeadAnchors(file, value)),
    ...findTournamentProblems(getWarriors(t), getTiers(t), getCategories(t)),
    ...findSectionProblems(sections),
    ...findTokenProblems(getToken(t)),
    ...findWeightProblems('squadWeights', getSquadWeights(t)),
    ...findWeightProblems('crewWeights', getCrewWeights(t)),
    ...findArchitectureProblems(getArchitecture(t)),
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
      pages.map((page) => page.title),
    ),
    ...findRepeated(
      'seo.ts, description',
      pages.map((page) => page.description),
    ),
    ...[getGeneralFaq(t), getHelpFaq(t), getProtocolFaq(t)].flatMap((faq) =>
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
