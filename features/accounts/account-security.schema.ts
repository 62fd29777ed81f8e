import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { instant } from '../../time/instant-schema.ts';
import * as messages from './accounts.messages.ts';

/** A signed-in device as its owner sees it. */
export const Device = z.object({
  id: z.uuid(),
  device: z.string(),
  place: z.string().nullable(),
  ip: z.string().nullable(),
  current: z.boolean(),
  second_factor: z.boolean(),
  created_at: instant,
  last_used_at: instant,
});
export type Device = z.infer<typeof Device>;

/** Security page data that isn't part of the sign-in protocol. */
export const Security = z.object({
  devices: z.array(Device),
  /** Whether the account has a password it can sign in with. */
  has_password: z.boolean(),
  /** Whether the password is disabled until the user sets a new one. */
  password_shut: z.boolean(),
  recovery_codes_left: z.int(),
  delete_after: instant.nullable(),
});
export type Security = z.infer<typeof Security>;

export const RecoveryCode = z.object({ code: z.string().min(1, issueText(messages.recoveryCodeRequired)).max(40) });
