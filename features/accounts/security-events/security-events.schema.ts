import { z } from 'zod';

const MOST_BYTES = 4_000;

/** An event of the client, such as `auth_SIGNED_IN`. */
export const LogSecurityEvent = z.object({
  action: z.string().min(1, 'Please say what happened.').max(100, 'The action may have at most 100 characters.'),
  resource_type: z.string().min(1).max(100),
  success: z.boolean(),
  metadata: z
    .record(z.string(), z.unknown())
    .default({})
    .refine((value) => JSON.stringify(value).length <= MOST_BYTES, 'The metadata may have at most 4,000 characters.'),
});
