import { homeSections } from '../home/home-content.ts';
import { legalTabs } from '../legal/legal-tabs.ts';
import { paths } from '../paths.ts';
import { dealGroups } from '../protocol/deals-content.ts';
import { teamTexts } from '../team/team-texts.ts';
import { sections } from '../whitepaper/sections.ts';
import { listInternalAddresses } from './check-content.ts';

/** Anchors on each page, by route. The pages use the same data for their element ids. */
const anchorsByRoute: Record<string, readonly string[]> = {
  [paths.home]: homeSections,
  [paths.deals]: dealGroups.map((group) => group.anchor),
  [paths.whitepaper]: sections.map((section) => section.id),
  [paths.legal]: legalTabs.flatMap((tab) => [tab.id, ...tab.sections.map((section) => section.id)]),
  [paths.team]: [teamTexts.anchor],
};

/**
 * Returns internal addresses with an anchor that doesn't exist on the page. A bare `#anchor` refers to the whitepaper,
 * the only content that uses such anchors.
 */
export function findDeadAnchors(file: string, value: unknown): string[] {
  return listInternalAddresses(value).flatMap(({ field, address }) => {
    const [route, anchor] = address.split('#');
    if (!anchor) return [];
    const known = anchorsByRoute[route || paths.whitepaper] ?? [];
    return known.includes(anchor) ? [] : [`content/${file}, ${field}: ${address} has no such anchor`];
  });
}
