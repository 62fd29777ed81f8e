import { z } from 'zod';
import { instant } from '../../../time/instant-schema.ts';

/** `read-only` refuses writes, `maintenance` turns everyone but admins away. */
export const OPERATING_MODES = ['open', 'read-only', 'maintenance'] as const;
export type OperatingMode = (typeof OPERATING_MODES)[number];

/** The features that operators can switch off. The live queue has its own switch. */
export const SWITCHABLE_FEATURES = ['queue', 'deals', 'tokens', 'tournament', 'concierge'] as const;
export type SwitchableFeature = (typeof SWITCHABLE_FEATURES)[number];
export type PlainFeature = Exclude<SwitchableFeature, 'queue'>;
export const PLAIN_FEATURES = ['deals', 'tokens', 'tournament', 'concierge'] as const satisfies PlainFeature[];

export const OperatingReport = z.object({
  mode: z.enum(OPERATING_MODES),
  /** When the mode was set; null while everything is open. */
  since: instant.nullable(),
  switches: z.array(z.object({ feature: z.enum(SWITCHABLE_FEATURES), off: z.boolean() })),
});
export type OperatingReport = z.infer<typeof OperatingReport>;
