import { english } from '../../messages/lazy-text.ts';
import { homeSections } from '../home/home-content.ts';
import { getChangesAnchor } from '../legal/changes-anchor.ts';
import { getLegalTabs } from '../legal/legal-tabs.ts';
import { paths } from '../paths.ts';
import { getDealGroups } from '../protocol/deals-content.ts';
import { TEAM_ANCHOR } from '../team/team-texts.ts';
import { getSections } from '../whitepaper/sections.ts';
import { listInternalAddresses } from './check-content.ts';

/** Anchors on each page, by route. The pages use the same data for their element ids. */
const anchorsByRoute: Record<string, readonly string[]> = {
  [paths.home]: homeSections,
  [paths.deals]: getDealGroups(english).map((group) => group.anchor),
  [paths.whitepaper]: getSections(english).map((section) => section.id),
  [paths.legal]: getLegalTabs(english).flatMap((tab) => [
    tab.id,
    ...tab.sections.map((section) => section.id),
    getChangesAnchor(tab.id),
  ]),
  [paths.team]: [TEAM_ANCHOR],
};

/**
 * Returns a problem for each internal link to an anchor that its page doesn't have. A bare `#anchor` refers to the
 * whitepaper, the only content that uses such anchors.
 */
export function findDeadAnchors(file: string, value: unknown): string[] {
  return listInternalAddresses(value).flatMap(({ field, address }) => {
    const [route, anchor] = address.split('#');
    if (!anchor) return [];
    const anchors = anchorsByRoute[route || paths.whitepaper] ?? [];
    return anchors.includes(anchor) ? [] : [`content/${file}, ${field}: ${address} has no such anchor`];
  });
}
