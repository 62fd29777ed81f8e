import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** One of our channels and its live status on the streaming platform; null when the status is unknown. */
export const Channel = z.object({ channel: z.string(), live: z.boolean().nullable() });
export type Channel = z.infer<typeof Channel>;

export const Streams = z.object({
  channels: z.array(Channel),
  /** The next stream nights as times, so a countdown stays correct across clock changes. */
  starts: z.array(instant),
  /** Whether today's stream night has started and isn't over. */
  onAir: z.boolean(),
});
export type Streams = z.infer<typeof Streams>;
