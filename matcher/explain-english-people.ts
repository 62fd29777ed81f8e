import type { Group } from './explain-reader.ts';

export const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five'];

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
/** Joins words as 'a, b and c'. */
export const joinList = (items: readonly string[]) => list.format(items);

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Capitalizes the start of a sentence, but leaves a leading player name exactly as its owner writes it. */
export function startSentence(text: string, { members, reader }: Group): string {
  const startsWithName = members.some((id) => text.startsWith(reader.nameOf(id) ?? ' '));
  return startsWithName ? text : capitalize(text);
}

export const isMember = ({ members, reader }: Group) => reader.id !== null && members.includes(reader.id);

/** Returns the subject for the whole group: 'All five of you', 'You and Kira', 'Both'. */
export function nameEveryone(group: Group): string {
  const { members, reader } = group;
  const isReaderMember = isMember(group);
  if (members.length > 2) return `All ${NUMBERS[members.length] ?? members.length}${isReaderMember ? ' of you' : ''}`;
  const other = members.find((id) => id !== reader.id);
  const name = isReaderMember && other !== undefined ? reader.nameOf(other) : undefined;
  if (name) return `You and ${name}`;
  return isReaderMember ? 'Both of you' : 'Both';
}

/** Lists part of the group, the reader first: 'you, Kira and one more'. Players without a name are only counted. */
export function formatPeople(ids: readonly string[], group: Group): string {
  const { reader } = group;
  const otherIds = ids.filter((id) => id !== reader.id);
  const otherNames = otherIds.map(reader.nameOf).filter((name) => name !== undefined);
  const namelessCount = otherIds.length - otherNames.length;
  const names = [...(otherIds.length < ids.length ? ['you'] : []), ...otherNames];
  if (namelessCount === 0) return joinList(names);
  if (names.length > 0) return joinList([...names, `${NUMBERS[namelessCount]} more`]);
  if (group.members.length === 2 && isMember(group)) return 'the other player';
  return `${NUMBERS[namelessCount]} of ${isMember(group) ? 'you' : 'them'}`;
}

/** Picks the verb form: 'Kira plays', 'you play', 'Kira and Jo play'. */
export const conjugate = (ids: readonly string[], { reader }: Group, singular: string, plural: string) =>
  ids.length === 1 && ids[0] !== reader.id ? singular : plural;
