import type { Db } from '../../db/database.ts';
import { readSmsConfig, sendSms } from '../../integrations/sms/sms.client.ts';
import type { Locale } from '../../messages/locales.ts';
import { readerTranslator } from '../../messages/reader-translator.ts';
import type { Deps } from '../../server/deps.ts';
import { findRecipientTranslator } from './account-languages.commands.ts';
import * as messages from './accounts.messages.ts';
import { findUser } from './accounts.queries.ts';
import { hashSecret } from './accounts.rules.ts';
import { AuthRefusal } from './auth-protocol.commands.ts';
import { parseReachablePhone } from './contact-addresses.commands.ts';
import { findChallengeWithPhone, setChallengeCode } from './factors/factors.queries.ts';
import { createCode, issueCode } from './one-time-codes.commands.ts';

export const ACCOUNT_SMS_JOB = 'account-sms';

/**
 * Payload of the SMS job. It contains no one-time code. The code is generated when the message is written and is never
 * stored in clear text.
 */
export type AccountSms = {
  purpose: 'sms' | 'phone_change' | 'reauthentication' | 'contact_phone' | 'factor';
  userId: string;
  /** The recipient's number, as digits without the plus sign. Omitted if it's the account's own number. */
  to?: string;
  /** The second-factor challenge that the code is for. */
  challengeId?: string;
  /** Language of the request. The account's own language takes precedence. */
  locale?: Locale;
};

/**
 * @throws AuthRefusal phone_provider_disabled when the operator has no SMS provider, validation_failed for an
 * unreachable number
 */
export function requireSmsChannel(deps: Deps, phone: string): void {
  parseReachablePhone(phone);
  if (!readSmsConfig(deps.env)) throw new AuthRefusal(400, 'phone_provider_disabled', 'Unsupported phone provider');
}

/** Enqueues an SMS code. It's sent only after the transaction commits. */
export async function enqueueAccountSms(tx: Db, deps: Deps, message: AccountSms): Promise<void> {
  await deps.jobs.send(ACCOUNT_SMS_JOB, { locale: readerTranslator.locale, ...message }, { tx });
}

/** Generates a code and sends it. @throws when the provider asks for a retry */
export async function sendAccountSms(deps: Deps, message: AccountSms): Promise<void> {
  const config = readSmsConfig(deps.env);
  if (!config) {
    deps.log.error({ purpose: message.purpose }, 'could not send a code: no SMS provider is configured');
    return;
  }
  const code =
    message.purpose === 'factor' ? await createFactorCode(deps, message) : await createUserCode(deps, message);
  if (!code) return;
  const t = await findRecipientTranslator(deps, message);
  const body = t(messages.smsCode, { code: code.code });
  const result = await sendSms(config, deps.fetch, { to: `+${code.phone}`, body });
  if (result.outcome === 'retry') throw new Error(`The SMS provider deferred a code: ${result.error}`);
  if (result.outcome !== 'sent')
    deps.log.warn({ purpose: message.purpose, error: result.error }, 'could not send a code');
}

async function createFactorCode(deps: Deps, { challengeId }: AccountSms) {
  const challenge = challengeId ? await findChallengeWithPhone(deps.db, challengeId) : undefined;
  if (!challenge?.phone) return undefined;
  const code = createCode();
  await setChallengeCode(deps.db, challenge.id, hashSecret(`${challenge.id}:${code}`));
  return { code, phone: challenge.phone };
}

async function createUserCode(deps: Deps, { purpose, userId, to }: AccountSms) {
  const user = await findUser(deps.db, userId);
  const phone = to ?? (purpose === 'phone_change' ? user?.phoneChange : user?.phone);
  if (!user || !phone || purpose === 'factor') return undefined;
  const { code } = await issueCode(deps.db, deps, userId, { purpose, relatesTo: phone });
  return { code, phone };
}
