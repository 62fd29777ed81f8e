import type { Actor, Deps } from '../../../server/deps.ts';
import { Refusal } from '../../../server/refusal.ts';
import { enqueueAccountEmail } from '../account-emails.commands.ts';
import * as messages from '../accounts.messages.ts';
import { lockUser, updateUser } from '../accounts.queries.ts';
import { deleteCodesOf } from '../one-time-codes.queries.ts';
import { deleteSessionsOf } from '../sessions/sessions.queries.ts';
import { recordEvent } from './security-events.commands.ts';
import { findEvent } from './security-events.queries.ts';

/**
 * Handles a "this was not me" report. Ends all sessions, including this one and those of connected apps. Invalidates
 * open codes and pending email or phone changes. Blocks the password until the user chooses a new one by email.
 * @returns whether there's a password to replace
 * @throws Refusal not_found for another user's entry
 */
export async function reportCompromise(deps: Deps, actor: Actor, id: number): Promise<boolean> {
  const { userId } = actor;
  return deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const line = await findEvent(tx, userId, id);
    if (!user || !line) throw new Refusal('not_found', messages.securityEventNotFound);
    const passwordShutAt = user.encryptedPassword ? deps.now() : null;
    const values = { passwordShutAt, emailChange: null, emailChangeConfirmStatus: 0, phoneChange: null };
    await updateUser(tx, userId, values, deps.now());
    await deleteSessionsOf(tx, userId);
    await deleteCodesOf(tx, userId);
    await recordEvent(tx, deps, userId, { action: 'not_me' });
    await enqueueAccountEmail(tx, deps, { kind: 'not_me', userId });
    if (passwordShutAt && user.email) await enqueueAccountEmail(tx, deps, { kind: 'recovery', userId });
    return passwordShutAt !== null;
  });
}
