import { z } from 'zod';
import type { Message } from '../../messages/message.ts';
import { httpsUrl, plainText, slug } from './base-schema.ts';

const tierName = z.enum(['SSS', 'S+', 'S', 'A+', 'A', 'B+', 'B', 'C+', 'C', 'D+', 'D']);

const categoryName = z.enum([
  'Assistants',
  'Coding',
  'Image',
  'Video',
  'Music',
  'Voice',
  'Research',
  'Writing',
  'Design & Slides',
  'Productivity',
  'Meetings',
  'Automation',
  'Models',
  '3D & Games',
  'Clips & Streaming',
  'Data',
]);

/** A tier and its score range, both ends included; the top tier has no upper limit (`max: null`). */
export const tier = z.strictObject({
  name: tierName,
  min: z.int(),
  max: z.int().nullable(),
  band: plainText,
  epithet: plainText,
});
export type Tier = z.infer<typeof tier>;

export const category = z.strictObject({ name: categoryName, slug, line: plainText.max(90) });
export type Category = z.infer<typeof category>;

export const warrior = z.strictObject({
  /** Key of votes and shared cards; never changes, even if the name or rank does. */
  id: slug,
  rank: z.int().min(1).max(50),
  name: plainText,
  category: categoryName,
  website: httpsUrl,
  /** Editorial rating from 0 to 5, in steps of 0.1. */
  rating: z.number().min(0).max(5).multipleOf(0.1),
  /** Tier letter plus number, for example `SSS 10,500`. The separator of thousands depends on the language. */
  powerLevel: z.string().regex(/^(SSS|[SABCD]\+?) \d{1,2}[,.\s]\d{3}$/, 'is not a tier letter plus number'),
  description: plainText.min(30).max(120),
  tier: tierName,
});
export type Warrior = z.infer<typeof warrior>;
/** A warrior before translation: the description is a message, and the power level is built from tier and power. */
export type WarriorFacts = Omit<Warrior, 'powerLevel' | 'description'> & { power: number; description: Message };
