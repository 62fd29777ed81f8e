import { z } from 'zod';
import { action, assetPath, href, internalHref, isoDate, proseSection, richLine, slug, words } from './base-schema.ts';

const linkCard = z.strictObject({ id: slug, title: words, text: richLine, action });
export type LinkCard = z.infer<typeof linkCard>;

export const supportCard = z.strictObject({
  title: words,
  description: words,
  icon: z.enum(['people', 'follow', 'voice']),
  link: href,
  label: words,
});
export type SupportCard = z.infer<typeof supportCard>;

export const storyPage = z.strictObject({ title: words, paragraphs: z.array(words).min(2) });
export type StoryPage = z.infer<typeof storyPage>;

export const changelogEntry = z.strictObject({
  date: isoDate,
  version: words.optional(),
  title: words,
  line: words,
  changes: z.array(z.strictObject({ kind: z.enum(['Added', 'Changed', 'Fixed']), text: richLine })).min(3),
});
export type ChangelogEntry = z.infer<typeof changelogEntry>;

export const legalTab = z.strictObject({
  id: z.enum(['terms', 'privacy', 'refunds']),
  title: words,
  updated: isoDate,
  intro: richLine,
  sections: z.array(proseSection).min(5),
});
export type LegalTab = z.infer<typeof legalTab>;

export const prosePage = z.strictObject({
  title: words,
  intro: richLine,
  sections: z.array(proseSection),
  actions: z.array(action),
});
export type ProsePage = z.infer<typeof prosePage>;

const asset = z.strictObject({
  id: slug,
  title: words,
  file: assetPath,
  alt: words,
  size: words,
});
export const pressKit = prosePage.extend({
  facts: z.array(z.strictObject({ label: words, value: words })).min(6),
  boilerplate: z.strictObject({ short: words, long: words }),
  logoUse: z.strictObject({ do: z.array(words).min(3), dont: z.array(words).min(3) }),
  assets: z.array(asset).min(3),
});
export type PressKit = z.infer<typeof pressKit>;

export const navigation = z.strictObject({
  header: z.array(z.strictObject({ label: words, href: internalHref })),
  join: action,
  menu: z.strictObject({ quickTitle: words, quick: z.array(action), moreTitle: words, more: z.array(action) }),
  footer: z.strictObject({ quickTitle: words, quick: z.array(action), social: z.array(action), help: action }),
});
export type Navigation = z.infer<typeof navigation>;
