import { z } from 'zod';

/** Names are the specification's; `svg` is the same mark for print. */
export const GeneratedLogo = z.object({
  id: z.string(),
  name: z.string(),
  /** A PNG of 512 × 512 as a data address. */
  imageData: z.string(),
  filename: z.string(),
  svg: z.string(),
});
export type GeneratedLogo = z.infer<typeof GeneratedLogo>;

export const GeneratedLogos = z.object({ logos: z.array(GeneratedLogo), count: z.number().int() });
export type GeneratedLogos = z.infer<typeof GeneratedLogos>;
