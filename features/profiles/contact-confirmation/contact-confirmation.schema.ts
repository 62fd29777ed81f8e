import { z } from 'zod';
import { issueText } from '../../../messages/issue-text.ts';
import * as messages from '../profiles.messages.ts';

export const CONTACT_KINDS = ['email', 'phone'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

export const ContactPath = z.object({ kind: z.enum(CONTACT_KINDS, issueText(messages.contactKindInvalid)) });

export const ContactCode = z.object({
  code: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, issueText(messages.codeIncomplete))),
});

/** An address of the user's own profile with its confirmation status. */
export const OwnContact = z.object({
  kind: z.enum(CONTACT_KINDS),
  /** The address as entered on the profile. */
  address: z.string().nullable(),
  confirmed: z.boolean(),
  /** Whether a code for this address is still valid. */
  code_sent: z.boolean(),
  /** Address that gets messages of this kind now; null if none does. */
  goes_to: z.string().nullable(),
});
export type OwnContact = z.infer<typeof OwnContact>;

export const OwnContacts = z.object({ contacts: z.array(OwnContact) });
