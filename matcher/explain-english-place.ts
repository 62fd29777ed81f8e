import { conjugate, formatPeople, isMember, NUMBERS, nameEveryone, startSentence } from './explain-english-people.ts';
import type { ExplanationFact } from './explain-facts.ts';
import type { Group } from './explain-reader.ts';

type Fact = Extract<ExplanationFact, { about: 'place' }>;
type Parts = Fact['regions'];

/** The profile option for "none of these", which isn't a name, so sentences don't mention it. */
const NO_NAME = 'Other';

/** Returns where and on what everyone plays, or null if neither has a name. */
export function formatPlace({ regions, platforms, crossplay }: Fact, group: Group): string | null {
  const across = crossplay ? ', with crossplay' : '';
  if (platforms.length > 1) {
    const platformText = formatSeparated(platforms, 'on', 'another platform', group);
    const regionText =
      regions.length > 1
        ? formatSeparated(regions, 'in', 'another region', group)
        : formatTogether(regions, 'in', group);
    return startSentence(regionText ? `${regionText}; ${platformText}${across}` : `${platformText}${across}`, group);
  }
  const platformName = getName(platforms);
  if (regions.length > 1) {
    const regionText = formatSeparated(regions, 'in', 'another region', group);
    const bothOrAll = group.members.length === 2 ? 'both' : 'all';
    return startSentence(
      platformName
        ? `${regionText}; ${isMember(group) ? 'you' : 'they'} are ${bothOrAll} on ${platformName}`
        : regionText,
      group,
    );
  }
  const regionText = formatTogether(regions, 'in', group);
  if (regionText) return platformName ? `${regionText} on ${platformName}` : regionText;
  return formatTogether(platforms, 'on', group);
}

const getName = ([onlyPart]: Parts) => (onlyPart && onlyPart.name !== NO_NAME ? onlyPart.name : null);

function formatTogether(parts: Parts, preposition: string, group: Group): string | null {
  const name = getName(parts);
  return name && `${nameEveryone(group)} play ${preposition} ${name}`;
}

/**
 * Formats 'Kira plays on PC, the rest of you on PS5'. The smallest group comes first. Among groups of equal size, the
 * reader's comes first.
 */
function formatSeparated(parts: Parts, preposition: string, unnamedText: string, group: Group): string {
  const isSelf = ({ ids }: Parts[number]) => Number(group.reader.id !== null && ids.includes(group.reader.id));
  const sortedParts = parts.toSorted((a, b) => a.ids.length - b.ids.length || isSelf(b) - isSelf(a));
  const phrases = sortedParts.map(({ name, ids }, index) => {
    const isLast = index === sortedParts.length - 1 && ids.length > 1;
    const peopleText = isLast ? nameOthers(ids, isSelf(sortedParts[index]!) === 1) : formatPeople(ids, group);
    const verbPhrase = index === 0 ? ` ${conjugate(ids, group, 'plays', 'play')}` : '';
    return `${peopleText}${verbPhrase} ${preposition} ${name === NO_NAME ? unnamedText : name}`;
  });
  return phrases.length === 2 ? phrases.join(', ') : `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}`;
}

const nameOthers = (ids: readonly string[], includesReader: boolean) =>
  includesReader ? 'the rest of you' : `the other ${NUMBERS[ids.length]}`;
