import type { Deps } from '../../../server/deps.ts';
import { type Address, findByAddress } from '../contact-addresses.commands.ts';
import { getCurrentOrigin, recordEvent } from './security-events.commands.ts';
import type { EventOrigin } from './security-events.rules.ts';

export const ACCOUNT_FAILURE_JOB = 'account-failure';

/** A failed attempt, before we know whether the address has an account. */
export type AccountFailure = { action: 'sign_in_failed' | 'code_failed'; address: Address; from: EventOrigin };

/** Enqueues a record of a failed attempt. Takes the same work and time whether or not there's an account. */
export async function reportFailure(deps: Deps, action: AccountFailure['action'], address: Address): Promise<void> {
  const failure: AccountFailure = { action, address, from: getCurrentOrigin() };
  await deps.jobs.send(ACCOUNT_FAILURE_JOB, failure);
}

/** Records the failure if the address has an account. */
export async function recordFailure(deps: Deps, { action, address, from }: AccountFailure): Promise<void> {
  const user = await findByAddress(deps.db, address);
  if (user) await recordEvent(deps.db, deps, user.id, { action, from });
}
