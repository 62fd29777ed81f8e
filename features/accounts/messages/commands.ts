import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../server/deps.ts';

export const ACCOUNT_SMS_JOB = 'account-sms';

export type AccountSms = {
  purpose: 'sms' | 'phone_change' | 'reauthentication' | 'factor';
  userId: string;
  /** The challenge of a second factor that the code is for. */
  challengeId?: string;
};

/** Asks for a code by SMS; it is sent after the transaction has been committed, and only then. */
export async function requestSms(tx: Db, deps: Deps, message: AccountSms): Promise<void> {
  await deps.jobs.send(ACCOUNT_SMS_JOB, message, { tx });
}
