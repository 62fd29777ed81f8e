import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** One of our channels as the streaming platform sees it now; null when we have no way to know. */
export const Channel = z.object({ channel: z.string(), live: z.boolean().nullable() });
export type Channel = z.infer<typeof Channel>;

export const Streams = z.object({
  channels: z.array(Channel),
  /** The next evenings, as instants: what a countdown runs to, whatever the clocks do in between. */
  starts: z.array(instant),
  /** Whether today's start has passed and the evening is still going. */
  onAir: z.boolean(),
});
export type Streams = z.infer<typeof Streams>;
