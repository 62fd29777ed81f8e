import type { Reader } from '../../matcher/run.ts';
import { formatList } from '../../messages/lists.ts';
import type { Translator } from '../../messages/translator.ts';
import * as messages from './matches.messages.ts';

/** A match's members as one reader sees them, in the reader's language. */
export type Group = { t: Translator; members: readonly string[]; reader: Reader };

export const isMember = ({ members, reader }: Group) => reader.id !== null && members.includes(reader.id);

/** Returns whom a sentence is about, for `{group, select, you …}`. */
export const getGroupSide = (group: Group) => (isMember(group) ? 'you' : 'them');

/** Returns the whole group as the subject, for `{group, select, allOfYou … youAndOne … bothOfYou … both …}`. */
export function getWholeGroup(group: Group): { group: string; name: string } {
  const { members, reader } = group;
  const isReaderMember = isMember(group);
  // A squad always has five members.
  if (members.length > 2) return { group: isReaderMember ? 'allOfYou' : 'all', name: '' };
  if (!isReaderMember) return { group: 'both', name: '' };
  const other = members.find((id) => id !== reader.id);
  const name = other && reader.nameOf(other);
  return name ? { group: 'youAndOne', name } : { group: 'bothOfYou', name: '' };
}

/** Returns part of the group as the subject: its names, and the value of `{who, select, one …}` for the verb. */
export function toPeople(ids: readonly string[], group: Group): { people: string; who: string } {
  const includesReader = group.reader.id !== null && ids.includes(group.reader.id);
  const who = includesReader ? (ids.length === 1 ? 'you' : 'youAndOthers') : ids.length === 1 ? 'one' : 'several';
  return { people: formatPeople(ids, group), who };
}

/** Lists part of the group, the reader first: 'you, Kira and one more'. People without a name are counted. */
export function formatPeople(ids: readonly string[], group: Group): string {
  const { t, reader } = group;
  const others = ids.filter((id) => id !== reader.id);
  const otherNames = others.map(reader.nameOf).filter((name) => name !== undefined);
  const count = others.length - otherNames.length;
  const names = [...(others.length < ids.length ? [t(messages.peopleYou)] : []), ...otherNames];
  if (count === 0) return formatList(t, names);
  if (names.length > 0) return formatList(t, [...names, t(messages.peopleMore, { count })]);
  if (group.members.length === 2 && isMember(group)) return t(messages.peopleOther);
  return t(messages.peopleSome, { group: getGroupSide(group), count });
}

/** Capitalizes the start of a sentence, but leaves a leading player name exactly as its owner writes it. */
export function capitalizeSentence(text: string, { t, members, reader }: Group): string {
  const startsWithName = members.some((id) => text.startsWith(reader.nameOf(id) ?? ' '));
  return startsWithName ? text : text.charAt(0).toLocaleUpperCase(t.locale) + text.slice(1);
}
