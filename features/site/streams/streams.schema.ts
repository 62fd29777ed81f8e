import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** One of our channels and its live status on the streaming platform; null when we can't know. */
export const Channel = z.object({ channel: z.string(), live: z.boolean().nullable() });
export type Channel = z.infer<typeof Channel>;

export const Streams = z.object({
  channels: z.array(Channel),
  /** The next stream nights as instants, so a countdown stays right across clock changes. */
  starts: z.array(instant),
  /** Whether today's start has passed and the stream night is still on. */
  onAir: z.boolean(),
});
export type Streams = z.infer<typeof Streams>;
