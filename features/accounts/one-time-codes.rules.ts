import { hashSecret } from './accounts.rules.ts';

/** What a one-time code is for; one of each may be open at a time. */
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

/** Six digits alone could be looked up from their hash; the person and the purpose are part of what is hashed. */
export function hashCode(userId: string, purpose: CodePurpose, code: string): string {
  return hashSecret(`${userId}:${purpose}:${code.trim()}`);
}

/** Purposes that a `type` of the protocol may mean, the likeliest first. */
export function purposesOfType(type: string): CodePurpose[] {
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
