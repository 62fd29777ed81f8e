import { z } from 'zod';
import { httpsUrl, richLine, slug, words } from './base-schema.ts';

/** Progress status. Pending: decided, waiting for an outside event. Planned: not started. */
const status = z.enum(['Pending', 'Planned', 'Beta', 'Live']);
export type Status = z.infer<typeof status>;

const figureName = z.enum(['token-allocation', 'architecture', 'roadmap', 'squad-weights', 'crew-weights']);
export type FigureName = z.infer<typeof figureName>;

const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: richLine }),
  z.strictObject({ kind: z.literal('heading'), text: words }),
  z.strictObject({ kind: z.literal('list'), items: z.array(richLine).min(2) }),
  z.strictObject({ kind: z.literal('steps'), items: z.array(richLine).min(2) }),
  z.strictObject({ kind: z.literal('note'), text: richLine }),
  z.strictObject({
    kind: z.literal('table'),
    caption: words,
    columns: z.array(words).min(2),
    rows: z.array(z.array(words)).min(1),
  }),
  z.strictObject({
    kind: z.literal('statuses'),
    items: z.array(z.strictObject({ name: words, status, text: richLine })).min(2),
  }),
  z.strictObject({ kind: z.literal('figure'), figure: figureName, caption: words }),
  z.strictObject({
    kind: z.literal('references'),
    items: z.array(z.strictObject({ title: words, url: httpsUrl.optional(), why: words })).min(1),
  }),
]);
export type Block = z.infer<typeof block>;

export const section = z.strictObject({
  id: slug,
  number: z.int().min(1).max(18),
  title: words,
  summary: words.max(200),
  blocks: z.array(block).min(2),
});
export type Section = z.infer<typeof section>;

export const whitepaperMeta = z.strictObject({
  title: words,
  version: z.literal('3.0'),
  updated: z.literal('2025-08-25'),
  updatedLabel: words,
  contentsTitle: words,
  scrollOffset: z.literal(100),
  note: richLine,
});
export type WhitepaperMeta = z.infer<typeof whitepaperMeta>;

const allocation = z.strictObject({
  id: slug,
  name: words,
  percent: z.number().positive(),
  tokens: z.int().positive(),
  line: words,
});
export const token = z.strictObject({
  symbol: words,
  chain: words,
  totalSupply: z.int(),
  effectiveSupply: z.int(),
  burned: z.int(),
  allocations: z.array(allocation),
  unassigned: z.int().nonnegative(),
  graduation: z.strictObject({ marketCapUsd: z.int(), label: words, extraBurn: z.int() }),
  tiers: z.array(z.strictObject({ name: words, minimum: z.int().nonnegative(), label: words, opens: words })),
});
export type Token = z.infer<typeof token>;

export const weights = z.array(z.strictObject({ name: words, percent: z.int().positive(), line: words }));
export type Weights = z.infer<typeof weights>;

export const roadmapPhase = z.strictObject({
  quarter: z.string().regex(/^Q[1-4] 20\d\d\+?$/),
  title: words,
  items: z.array(z.strictObject({ text: words, status })).min(3),
});
export type RoadmapPhase = z.infer<typeof roadmapPhase>;

/** The architecture diagram: boxes in layers, top to bottom, and the arrows between them. */
export const architecture = z.strictObject({
  layers: z.array(
    z.strictObject({
      id: slug,
      title: words,
      /** `column` is the box's position in its layer, counted from the left. */
      boxes: z.array(z.strictObject({ id: slug, column: z.int().min(0).max(3), title: words, line: words })),
    }),
  ),
  arrows: z.array(z.strictObject({ from: slug, to: slug, label: words })),
});
export type Architecture = z.infer<typeof architecture>;
