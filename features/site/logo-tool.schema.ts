import { z } from 'zod';

/** A logo, with names from the specification; `svg` is the same logo for print. */
export const GeneratedLogo = z.object({
  id: z.string(),
  name: z.string(),
  /** A 512 × 512 PNG as a data URL. */
  imageData: z.string(),
  filename: z.string(),
  svg: z.string(),
});
export type GeneratedLogo = z.infer<typeof GeneratedLogo>;

export const GeneratedLogos = z.object({ logos: z.array(GeneratedLogo), count: z.number().int() });
export type GeneratedLogos = z.infer<typeof GeneratedLogos>;
