import type { ExplanationFact } from '../../matcher/run.ts';
import { formatList } from '../../messages/lists.ts';
import { type Labels, PLATFORM_LABELS, REGION_LABELS, translateValue } from '../profiles/game-labels.schema.ts';
import { capitalizeSentence, type Group, getWholeGroup, toPeople } from './match-reasons-people.wording.ts';
import * as messages from './matches.messages.ts';

type Fact = Extract<ExplanationFact, { about: 'place' }>;
type Parts = Fact['regions'];

/** The profile option for "none of these". It isn't a real name, so sentences don't mention it. */
const NO_NAME = 'Other';

/** Formats everyone's regions and platforms; null when there's nothing to name. */
export function formatPlace({ regions, platforms, crossplay }: Fact, group: Group): string | null {
  const { t } = group;
  const wholeGroup = getWholeGroup(group);
  const region = getOnlyLabel(regions, REGION_LABELS, group);
  const platform = getOnlyLabel(platforms, PLATFORM_LABELS, group);
  if (platforms.length > 1) {
    const on = separatePlatforms(platforms, group);
    const where =
      regions.length > 1 ? separateRegions(regions, group) : region && t(messages.samePlace, { ...wholeGroup, region });
    const place = where ? t(messages.regionsAndPlatforms, { regions: where, platforms: on }) : on;
    return capitalizeSentence(crossplay ? t(messages.withCrossplay, { place }) : place, group);
  }
  if (regions.length > 1) {
    const where = separateRegions(regions, group);
    const { group: all } = wholeGroup;
    return capitalizeSentence(
      platform ? t(messages.regionsOnPlatform, { regions: where, group: all, platform }) : where,
      group,
    );
  }
  if (region && platform) return t(messages.placeAndPlatform, { ...wholeGroup, region, platform });
  if (region) return t(messages.samePlace, { ...wholeGroup, region });
  return platform && t(messages.samePlatform, { ...wholeGroup, platform });
}

/** Returns the label of the only region or platform; null if there are several or it has no name. */
const getOnlyLabel = (parts: Parts, labels: Labels, { t }: Group) =>
  parts.length === 1 && parts[0]!.name !== NO_NAME ? translateValue(t, labels, parts[0]!.name) : null;

/** Returns the label of a value. "Other" stays as it is, because messages word it differently. */
const toLabel = (name: string, labels: Labels, { t }: Group) =>
  name === NO_NAME ? NO_NAME : translateValue(t, labels, name);

const separateRegions = (regions: Parts, group: Group) =>
  joinSides(
    group,
    listSides(regions, group).map(({ name, people, who }, index) => {
      const region = toLabel(name, REGION_LABELS, group);
      return index === 0
        ? group.t(messages.playsInRegion, { people, who, region })
        : group.t(messages.alsoInRegion, { people, region });
    }),
  );

const separatePlatforms = (platforms: Parts, group: Group) =>
  joinSides(
    group,
    listSides(platforms, group).map(({ name, people, who }, index) => {
      const platform = toLabel(name, PLATFORM_LABELS, group);
      return index === 0
        ? group.t(messages.playsOnPlatform, { people, who, platform })
        : group.t(messages.alsoOnPlatform, { people, platform });
    }),
  );

/** Names each side of 'Kira plays on PC, the rest of you on PS5': smallest first; if equal, the reader's side first. */
function listSides(parts: Parts, group: Group) {
  const { t, reader } = group;
  const isReaderPart = ({ ids }: Parts[number]) => reader.id !== null && ids.includes(reader.id);
  const sortedParts = parts.toSorted(
    (a, b) => a.ids.length - b.ids.length || Number(isReaderPart(b)) - Number(isReaderPart(a)),
  );
  return sortedParts.map((part, index) => {
    const { name, ids } = part;
    const params = { group: isReaderPart(part) ? 'you' : 'them', count: ids.length };
    const isRest = index === sortedParts.length - 1 && ids.length > 1;
    return { name, ...toPeople(ids, group), ...(isRest && { people: t(messages.peopleRest, params) }) };
  });
}

const joinSides = ({ t }: Group, sides: readonly string[]) =>
  formatList(t, sides, sides.length === 2 ? 'commas' : 'and');
