import { z } from 'zod';
import {
  action,
  assetPath,
  href,
  internalHref,
  isoDate,
  plainText,
  proseSection,
  richLine,
  slug,
} from './base-schema.ts';

const linkCard = z.strictObject({ id: slug, title: plainText, text: richLine, action });
export type LinkCard = z.infer<typeof linkCard>;

export const supportCard = z.strictObject({
  title: plainText,
  description: plainText,
  icon: z.enum(['people', 'follow', 'voice']),
  link: href,
  label: plainText,
});
export type SupportCard = z.infer<typeof supportCard>;

export const storyPage = z.strictObject({ title: plainText, paragraphs: z.array(plainText).min(2) });
export type StoryPage = z.infer<typeof storyPage>;

export const changelogEntry = z.strictObject({
  date: isoDate,
  version: plainText.optional(),
  title: plainText,
  line: plainText,
  changes: z.array(z.strictObject({ kind: z.enum(['Added', 'Changed', 'Fixed']), text: richLine })).min(3),
});
export type ChangelogEntry = z.infer<typeof changelogEntry>;

export const legalTab = z.strictObject({
  id: z.enum(['terms', 'privacy', 'refunds']),
  title: plainText,
  /** Number of the version in force. */
  version: z.int().positive(),
  updated: isoDate,
  intro: richLine,
  sections: z.array(proseSection).min(5),
  /** Every version, newest first, with what changed. */
  changes: z.array(z.strictObject({ version: z.int().positive(), date: isoDate, text: plainText })).min(1),
});
export type LegalTab = z.infer<typeof legalTab>;

export const prosePage = z.strictObject({
  title: plainText,
  intro: richLine,
  sections: z.array(proseSection),
  actions: z.array(action),
});
export type ProsePage = z.infer<typeof prosePage>;

const asset = z.strictObject({
  id: slug,
  title: plainText,
  file: assetPath,
  alt: plainText,
  size: plainText,
});
export const pressKit = prosePage.extend({
  facts: z.array(z.strictObject({ label: plainText, value: plainText })).min(6),
  boilerplate: z.strictObject({ short: plainText, long: plainText }),
  logoUse: z.strictObject({ do: z.array(plainText).min(3), dont: z.array(plainText).min(3) }),
  assets: z.array(asset).min(3),
});
export type PressKit = z.infer<typeof pressKit>;

export const navigation = z.strictObject({
  header: z.array(z.strictObject({ label: plainText, href: internalHref })),
  join: action,
  signIn: plainText,
  menu: z.strictObject({ quickTitle: plainText, quick: z.array(action), moreTitle: plainText, more: z.array(action) }),
  footer: z.strictObject({ quickTitle: plainText, quick: z.array(action), social: z.array(action), help: action }),
});
export type Navigation = z.infer<typeof navigation>;
