import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Env } from '../../server/env.ts';
import { type ClosedReason, type Outcome, parseRetryAfterMs } from '../outcome.ts';

export type SmsConfig = {
  accountSid: string;
  authToken: string;
  /** One of our numbers, or a messaging service (MG…) that picks one. */
  from: string;
  apiBase: string;
  /**
   * Whether to request status reports. Twilio only accepts URLs that it can reach, so this is false on a local machine.
   */
  reports: boolean;
};

type Settings = Pick<Env, 'demo' | 'origin' | 'PORT' | 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM'>;

/** Account credentials that the sandbox accepts. */
export const SANDBOX_ACCOUNT = { accountSid: `AC${'5a'.repeat(16)}`, authToken: 'sandbox', from: '+15005550006' };

/** Returns the Twilio configuration: our keys, the sandbox on our own server in demo mode, or undefined. */
export function readSmsConfig(env: Settings): SmsConfig | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env;
  if (accountSid && authToken && from) {
    return { accountSid, authToken, from, apiBase: 'https://api.twilio.com', reports: env.origin.startsWith('https:') };
  }
  if (!env.demo) return undefined;
  return { ...SANDBOX_ACCOUNT, apiBase: `http://127.0.0.1:${env.PORT}/sandbox/sms`, reports: true };
}

const RESPONSE_TIMEOUT_MS = 15_000;
/** Allowed skew between our clock and Twilio's. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
const MAX_MESSAGES_SEARCHED = 50;

/** Twilio's error codes for numbers that accept no messages from us. */
const CLOSED_NUMBER_CODES: Record<number, ClosedReason> = {
  21610: 'stopped',
  21211: 'no_such_address',
  21614: 'no_such_address',
  30005: 'no_such_address',
  30006: 'no_such_address',
};

type SentMessage = { sid: string; status: string; body: string; date_created: string; error_code: number | null };

const createMessagesUrl = (config: SmsConfig) =>
  `${config.apiBase}/2010-04-01/Accounts/${config.accountSid}/Messages.json`;
const createAuthorization = ({ accountSid, authToken }: SmsConfig) => ({
  Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
});

/**
 * Sends a text message through Twilio's Messages resource. Twilio has no idempotency keys, so after an `unknown`
 * outcome, look the message up (`findSms`) before sending again.
 * @param message `report`: the URL to which Twilio reports the status
 */
export async function sendSms(
  config: SmsConfig,
  fetcher: typeof fetch,
  message: { to: string; body: string; report?: string },
): Promise<Outcome> {
  const { to, body, report } = message;
  const sender = config.from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  const form = new URLSearchParams({ To: to, [sender]: config.from, Body: body });
  if (report && config.reports) form.set('StatusCallback', report);
  let response: Response;
  try {
    response = await fetcher(createMessagesUrl(config), {
      method: 'POST',
      headers: createAuthorization(config),
      body: form,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    const outcome = cause === 'ECONNREFUSED' || cause === 'ENOTFOUND' ? 'retry' : 'unknown';
    return { outcome, error: (error as Error).message };
  }
  const answerBody = (await response.json().catch(() => undefined)) as
    | { sid?: string; message?: string; code?: number }
    | undefined;
  if (response.ok && answerBody?.sid) return { outcome: 'sent', id: answerBody.sid };
  const error = `Twilio answered ${response.status}${answerBody?.message ? `: ${answerBody.message}` : ''}`;
  // Twilio may return a server error after it has accepted the message.
  if (response.ok || response.status >= 500) return { outcome: 'unknown', error };
  if (response.status === 429 || response.status === 401) {
    return { outcome: 'retry', error, afterMs: parseRetryAfterMs(response) };
  }
  const closedReason = CLOSED_NUMBER_CODES[answerBody?.code ?? 0];
  return closedReason ? { outcome: 'closed', why: closedReason, error } : { outcome: 'refused', error };
}

/**
 * Looks up a text message that may have been sent, by its text and time.
 * @returns undefined when Twilio doesn't have it, so it's safe to send; `unknown` when Twilio gives no clear answer
 */
export async function findSms(
  config: SmsConfig,
  fetcher: typeof fetch,
  message: { to: string; body: string; since: Date },
): Promise<Outcome | undefined> {
  const query = new URLSearchParams({ To: message.to, PageSize: String(MAX_MESSAGES_SEARCHED) });
  let list: { messages?: SentMessage[] } | undefined;
  let status = 0;
  try {
    const response = await fetcher(`${createMessagesUrl(config)}?${query}`, {
      headers: createAuthorization(config),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    status = response.status;
    list = response.ok ? ((await response.json()) as typeof list) : undefined;
  } catch (error) {
    return { outcome: 'unknown', error: (error as Error).message };
  }
  if (!list?.messages) return { outcome: 'unknown', error: `Twilio answered ${status} to a question about a message` };
  const earliestTime = message.since.getTime() - MAX_CLOCK_SKEW_MS;
  const sentMessage = list.messages.find(
    (one) => one.body === message.body && Date.parse(one.date_created) >= earliestTime,
  );
  if (!sentMessage) return undefined;
  return toFailure(sentMessage.status, sentMessage.error_code) ?? { outcome: 'sent', id: sentMessage.sid };
}

/** Maps the status of an undelivered message to an outcome; undefined for all other statuses. */
function toFailure(status: string, code: number | null): Extract<Outcome, { error: string }> | undefined {
  if (status !== 'failed' && status !== 'undelivered') return undefined;
  const error = `Twilio says ${status}${code ? ` (${code})` : ''}`;
  const closedReason = CLOSED_NUMBER_CODES[code ?? 0];
  return closedReason ? { outcome: 'closed', why: closedReason, error } : { outcome: 'refused', error };
}

/** Signs a status report: its URL followed by all parameters sorted by name, keyed with the account's token. */
export function signForm(authToken: string, address: string, form: URLSearchParams): string {
  const sortedFields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signedText = address + sortedFields.map(([name, value]) => name + value).join('');
  return createHmac('sha1', authToken).update(signedText).digest('base64');
}

/**
 * Reads a status report from Twilio.
 * @param address the URL we gave Twilio, including its query
 * @returns undefined when the report isn't signed by Twilio; `failure` only when the message wasn't delivered
 */
export function readStatusReport(
  config: SmsConfig,
  address: string,
  form: URLSearchParams,
  signature: string,
): { failure: ReturnType<typeof toFailure> } | undefined {
  const expectedSignature = Buffer.from(signForm(config.authToken, address, form));
  const signatureBytes = Buffer.from(signature);
  if (signatureBytes.length !== expectedSignature.length || !timingSafeEqual(signatureBytes, expectedSignature))
    return undefined;
  const code = Number(form.get('ErrorCode') ?? 0);
  return { failure: toFailure(form.get('MessageStatus') ?? '', code || null) };
}
