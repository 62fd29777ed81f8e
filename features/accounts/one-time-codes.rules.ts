import { hashSecret } from './accounts.rules.ts';

/** The purpose of a one-time code. A user has at most one code for each purpose. */
export type CodePurpose =
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_change'
  | 'sms'
  | 'contact_email'
  | 'contact_phone'
  | 'reauthentication';

export const MAX_ATTEMPTS = 5;

/** Hashes a code with its user and purpose, because a hash of just six digits could be looked up. */
export function hashCode(userId: string, purpose: CodePurpose, code: string): string {
  return hashSecret(`${userId}:${purpose}:${code.trim()}`);
}

/** Returns the purposes a protocol `type` may mean, the most likely first. */
export function listPurposesOfType(type: string): CodePurpose[] {
  const purposes: Record<string, CodePurpose[]> = {
    signup: ['confirmation'],
    invite: ['invite'],
    recovery: ['recovery'],
    magiclink: ['magiclink', 'confirmation'],
    email: ['magiclink', 'confirmation', 'invite', 'recovery'],
    email_change: ['email_change_new', 'email_change_current'],
    sms: ['sms'],
    phone_change: ['phone_change'],
  };
  return Object.hasOwn(purposes, type) ? purposes[type]! : [];
}
