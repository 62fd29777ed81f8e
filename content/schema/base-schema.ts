import { z } from 'zod';
import { parseInline, toPlainText } from '../inline.ts';
import { privateRoutes, publicRoutes } from '../route-table.ts';

const routes = new Set<string>([...publicRoutes, ...privateRoutes]);

const plainString = z
  .string()
  .min(1)
  .refine((text) => text === text.trim(), 'starts or ends with white space')
  .refine((text) => !/\s{2,}/.test(text), 'has two spaces in a row')
  // Capitals only, because "todo" is a Spanish and Portuguese word.
  .refine((text) => !/lorem ipsum/i.test(text) && !/\b(TODO|TBD)\b/.test(text), 'is filler');

/** Plain text shown as is: trimmed, single-spaced, no filler, no inline notation. */
export const plainText = plainString.refine(
  (text) => toPlainText(text) === text,
  'has inline notation, which is not read here',
);

/** An https URL on another site. */
export const httpsUrl = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .refine((url) => !url.includes('example.'), 'is an example address');

/** A URL on this site: a route of the route table, with an optional anchor. */
export const internalHref = z
  .string()
  .refine((href) => /^(\/[a-z0-9/-]*)?(#[a-z0-9-]+)?$/.test(href) && href !== '', 'is not an internal address')
  .refine((href) => {
    const route = href.split('#')[0];
    return route === '' || routes.has(route!);
  }, 'points to a route that the product does not have');

export const href = z.union([internalHref, httpsUrl]);

/** A line that may contain inline links and bold segments, which pages render with `RichText`. */
export const richLine = plainString.refine(
  (line) => parseInline(line).every((part) => !part.href || href.safeParse(part.href).success),
  'has a link to nowhere',
);

export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not a slug');
export const hexColor = z.string().regex(/^#[0-9a-f]{6}$/, 'is not a color such as #8b6cff');
export const isoDate = z.iso.date();
/** The path of an image served by this site. */
export const assetPath = z.string().regex(/^\/[a-z0-9/-]+\.(svg|png|webp|avif)$/, 'is not a path of a picture');

export const action = z.strictObject({ label: plainText, href });

export const seo = z.strictObject({
  title: plainText.max(60),
  description: plainText.min(50).max(160),
  index: z.boolean(),
});
export type Seo = z.infer<typeof seo>;

export const faqItem = z.strictObject({ id: slug, question: plainText.max(90), answer: richLine.min(40) });
export type FaqItem = z.infer<typeof faqItem>;

/** A heading with paragraphs and an optional list: the shape of most prose on the site. */
export const proseSection = z.strictObject({
  id: slug,
  title: plainText,
  paragraphs: z.array(richLine),
  points: z.array(richLine).optional(),
});
export type ProseSection = z.infer<typeof proseSection>;
