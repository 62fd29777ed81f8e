import type { Deps } from '../../../server/deps.ts';
import { type Address, findByAddress } from '../contact-addresses.commands.ts';
import { getCurrentOrigin, recordEvent } from './security-events.commands.ts';
import type { EventOrigin } from './security-events.rules.ts';

export const ACCOUNT_FAILURE_JOB = 'account-failure';

/** An attempt that failed, before anybody has looked whether there is an account at the address. */
export type AccountFailure = { action: 'sign_in_failed' | 'code_failed'; address: Address; from: EventOrigin };

/** Asks for a line about a failed attempt; the same work and time whether or not there is an account. */
export async function reportFailure(deps: Deps, action: AccountFailure['action'], address: Address): Promise<void> {
  const failure: AccountFailure = { action, address, from: getCurrentOrigin() };
  await deps.jobs.send(ACCOUNT_FAILURE_JOB, failure);
}

/** Writes the line, if there is somebody to read it. */
export async function recordFailure(deps: Deps, { action, address, from }: AccountFailure): Promise<void> {
  const user = await findByAddress(deps.db, address);
  if (user) await recordEvent(deps.db, deps, user.id, { action, from });
}
