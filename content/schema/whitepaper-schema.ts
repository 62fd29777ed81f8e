import { z } from 'zod';
import { httpsUrl, plainText, richLine, slug } from './base-schema.ts';

/** Progress status. Pending: decided, waiting for an outside event. Planned: not started. */
const status = z.enum(['Pending', 'Planned', 'Beta', 'Live']);
export type Status = z.infer<typeof status>;

const figureName = z.enum(['token-allocation', 'architecture', 'roadmap', 'squad-weights', 'crew-weights']);
export type FigureName = z.infer<typeof figureName>;

const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: richLine }),
  z.strictObject({ kind: z.literal('heading'), text: plainText }),
  z.strictObject({ kind: z.literal('list'), items: z.array(richLine).min(2) }),
  z.strictObject({ kind: z.literal('steps'), items: z.array(richLine).min(2) }),
  z.strictObject({ kind: z.literal('note'), text: richLine }),
  z.strictObject({
    kind: z.literal('table'),
    caption: plainText,
    columns: z.array(plainText).min(2),
    rows: z.array(z.array(plainText)).min(1),
  }),
  z.strictObject({
    kind: z.literal('statuses'),
    items: z.array(z.strictObject({ name: plainText, status, text: richLine })).min(2),
  }),
  z.strictObject({ kind: z.literal('figure'), figure: figureName, caption: plainText }),
  z.strictObject({
    kind: z.literal('references'),
    items: z.array(z.strictObject({ title: plainText, url: httpsUrl.optional(), why: plainText })).min(1),
  }),
]);
export type Block = z.infer<typeof block>;

export const section = z.strictObject({
  id: slug,
  number: z.int().min(1).max(18),
  title: plainText,
  summary: plainText.max(200),
  blocks: z.array(block).min(2),
});
export type Section = z.infer<typeof section>;

export const whitepaperMeta = z.strictObject({
  title: plainText,
  version: z.literal('3.0'),
  updated: z.literal('2025-08-25'),
  updatedLabel: plainText,
  contentsTitle: plainText,
  scrollOffset: z.literal(100),
  note: richLine,
});
export type WhitepaperMeta = z.infer<typeof whitepaperMeta>;

const allocation = z.strictObject({
  id: slug,
  name: plainText,
  percent: z.number().positive(),
  tokens: z.int().positive(),
  line: plainText,
});
export const token = z.strictObject({
  symbol: plainText,
  chain: plainText,
  totalSupply: z.int(),
  effectiveSupply: z.int(),
  burned: z.int(),
  allocations: z.array(allocation),
  unassigned: z.int().nonnegative(),
  graduation: z.strictObject({ marketCapUsd: z.int(), label: plainText, extraBurn: z.int() }),
  tiers: z.array(
    z.strictObject({ name: plainText, minimum: z.int().nonnegative(), label: plainText, opens: plainText }),
  ),
});
export type Token = z.infer<typeof token>;

export const weights = z.array(z.strictObject({ name: plainText, percent: z.int().positive(), line: plainText }));
export type Weights = z.infer<typeof weights>;

export const roadmapPhase = z.strictObject({
  quarter: z.string().regex(/^Q[1-4] 20\d\d\+?$/),
  title: plainText,
  items: z.array(z.strictObject({ text: plainText, status })).min(3),
});
export type RoadmapPhase = z.infer<typeof roadmapPhase>;

/** The architecture diagram: boxes in layers, top to bottom, and the arrows between them. */
export const architecture = z.strictObject({
  layers: z.array(
    z.strictObject({
      id: slug,
      title: plainText,
      /** `column` is the box's position in its layer, counted from the left. */
      boxes: z.array(z.strictObject({ id: slug, column: z.int().min(0).max(3), title: plainText, line: plainText })),
    }),
  ),
  arrows: z.array(z.strictObject({ from: slug, to: slug, label: plainText })),
});
export type Architecture = z.infer<typeof architecture>;
