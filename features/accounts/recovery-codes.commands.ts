import { randomBytes } from 'node:crypto';
import type { Actor, Deps } from '../../server/deps.ts';
import { Refusal } from '../../server/refusal.ts';
import * as messages from './accounts.messages.ts';
import { listFactors } from './accounts.queries.ts';
import { hashSecret } from './accounts.rules.ts';
import { elevateSession } from './factors/factors.commands.ts';
import { consumeLimit } from './rate-limits.commands.ts';
import { redeemRecoveryCode, replaceCodes } from './recovery-codes.queries.ts';
import { recordEvent } from './security-events/security-events.commands.ts';
import { lockActor } from './sessions/sessions.commands.ts';

const CODE_COUNT = 10;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

function createCode(): string {
  const letters = [...randomBytes(10)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

const hashRecoveryCode = (userId: string, code: string) =>
  hashSecret(`${userId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);

/**
 * Creates ten single-use codes that replace a lost second factor and invalidates earlier ones. They're shown only once.
 * @throws Refusal forbidden without a second factor used in this session
 */
export async function createRecoveryCodes(deps: Deps, actor: Actor): Promise<string[]> {
  if (actor.aal !== 'aal2') {
    throw new Refusal('forbidden', messages.confirmTwoFactorForCodes);
  }
  const codes = Array.from({ length: CODE_COUNT }, createCode);
  await deps.db.transaction(async (tx) => {
    await lockActor(tx, actor);
    const hashes = codes.map((code) => hashRecoveryCode(actor.userId, code));
    await replaceCodes(tx, actor.userId, hashes, deps.now());
    await recordEvent(tx, deps, actor.userId, { action: 'recovery_codes_made' });
  });
  return codes;
}

/**
 * Accepts a recovery code in place of the second factor and raises the session to AAL2. @throws Refusal invalid,
 * too_many
 */
export async function useRecoveryCode(deps: Deps, actor: Actor, code: string): Promise<void> {
  const factors = await listFactors(deps.db, [actor.userId]);
  if (!factors.some(({ status }) => status === 'verified')) {
    throw new Refusal('conflict', messages.noTwoFactor);
  }
  await consumeLimit(deps, 'factor', `recovery:${actor.userId}`);
  const isRight = await deps.db.transaction(async (tx) => {
    if (!(await redeemRecoveryCode(tx, actor.userId, hashRecoveryCode(actor.userId, code), deps.now()))) return false;
    await elevateSession(tx, deps, actor, { method: 'recovery_code', factorId: null });
    await recordEvent(tx, deps, actor.userId, { action: 'recovery_code_used' });
    return true;
  });
  if (isRight) return;
  await recordEvent(deps.db, deps, actor.userId, { action: 'recovery_code_failed' });
  throw new Refusal('invalid', messages.wrongRecoveryCode, 'code');
}
