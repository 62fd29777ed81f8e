import type { Group } from './explain-reader.ts';

export const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five'];

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
/** Joins words as 'a, b and c'. */
export const joinList = (words: readonly string[]) => list.format(words);

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Capitalizes the start of a sentence, but leaves a leading player name exactly as its owner writes it. */
export function startSentence(text: string, { members, reader }: Group): string {
  const named = members.some((id) => text.startsWith(reader.nameOf(id) ?? ' '));
  return named ? text : capitalize(text);
}

export const isMember = ({ members, reader }: Group) => reader.id !== null && members.includes(reader.id);

/** Returns the subject for the whole group: 'All five of you', 'You and Kira', 'Both'. */
export function nameEveryone(group: Group): string {
  const { members, reader } = group;
  const you = isMember(group);
  if (members.length > 2) return `All ${NUMBERS[members.length] ?? members.length}${you ? ' of you' : ''}`;
  const other = members.find((id) => id !== reader.id);
  const name = you && other !== undefined ? reader.nameOf(other) : undefined;
  if (name) return `You and ${name}`;
  return you ? 'Both of you' : 'Both';
}

/** Lists part of the group, the reader first: 'you, Kira and one more'. Players without a name are only counted. */
export function formatPeople(ids: readonly string[], group: Group): string {
  const { reader } = group;
  const others = ids.filter((id) => id !== reader.id);
  const named = others.map(reader.nameOf).filter((name) => name !== undefined);
  const nameless = others.length - named.length;
  const words = [...(others.length < ids.length ? ['you'] : []), ...named];
  if (nameless === 0) return joinList(words);
  if (words.length > 0) return joinList([...words, `${NUMBERS[nameless]} more`]);
  if (group.members.length === 2 && isMember(group)) return 'the other player';
  return `${NUMBERS[nameless]} of ${isMember(group) ? 'you' : 'them'}`;
}

/** Picks the verb form: 'Kira plays', 'you play', 'Kira and Jo play'. */
export const conjugate = (ids: readonly string[], { reader }: Group, singular: string, plural: string) =>
  ids.length === 1 && ids[0] !== reader.id ? singular : plural;
