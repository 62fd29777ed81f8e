import { z } from 'zod';
import { shortText } from '../../../text/short-text.ts';
import { instant } from '../../../time/instant-schema.ts';

export const Ceremony = z.object({ challenge_id: z.uuid(), options: z.unknown(), expires_at: z.int() });
export type Ceremony = z.infer<typeof Ceremony>;

export const CeremonyAnswer = z.object({ challenge_id: z.string().nullish(), credential: z.unknown() });
export type CeremonyAnswer = z.infer<typeof CeremonyAnswer>;

export const Passkey = z.object({
  id: z.uuid(),
  friendly_name: z.string().optional(),
  created_at: instant,
  last_used_at: instant.optional(),
});
export type Passkey = z.infer<typeof Passkey>;

export const RenamePasskey = z.object({
  friendly_name: shortText(120, {
    missing: 'Enter a name for the passkey.',
    tooLong: 'The name may have at most 120 characters.',
  }),
});
