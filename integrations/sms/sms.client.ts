import type { Env } from '../../server/env.ts';

export type SmsConfig = { accountSid: string; authToken: string; from: string; apiBase: string };

type Settings = Pick<Env, 'demo' | 'PORT' | 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM'>;

/** The vendor with our keys, its sandbox on our own server in a demonstration, or nothing. */
export function smsConfig(env: Settings): SmsConfig | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env;
  if (accountSid && authToken && from) return { accountSid, authToken, from, apiBase: 'https://api.twilio.com' };
  if (!env.demo) return undefined;
  return {
    accountSid: 'ACsandbox',
    authToken: 'sandbox',
    from: '+15005550006',
    apiBase: `http://127.0.0.1:${env.PORT}/sandbox/sms`,
  };
}

/** As for mail: `retry` was certainly not delivered, `refused` never will be, `unknown` may have arrived. */
export type SmsOutcome = { outcome: 'sent'; id: string } | { outcome: 'retry' | 'refused' | 'unknown'; error: string };

const ANSWER_MS = 15_000;
/** Longer texts cost several messages; what matters is at the link. */
const LONGEST = 300;

/** Sends a text message through Twilio's Messages resource. */
export async function sendSms(
  config: SmsConfig,
  fetcher: typeof fetch,
  message: { to: string; body: string },
): Promise<SmsOutcome> {
  const credentials = Buffer.from(`${config.accountSid}:${config.authToken}`).toString('base64');
  let answer: Response;
  try {
    answer = await fetcher(`${config.apiBase}/2010-04-01/Accounts/${config.accountSid}/Messages.json`, {
      method: 'POST',
      headers: { Authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ To: message.to, From: config.from, Body: message.body.slice(0, LONGEST) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    const outcome = cause === 'ECONNREFUSED' || cause === 'ENOTFOUND' ? 'retry' : 'unknown';
    return { outcome, error: (error as Error).message };
  }
  const body = (await answer.json().catch(() => undefined)) as { sid?: string; message?: string } | undefined;
  if (answer.ok && body?.sid) return { outcome: 'sent', id: body.sid };
  const error = `Twilio answered ${answer.status}${body?.message ? `: ${body.message}` : ''}`;
  if (answer.ok) return { outcome: 'unknown', error };
  const later = answer.status === 429 || answer.status === 401 || answer.status >= 500;
  return { outcome: later ? 'retry' : 'refused', error };
}
