import { askVendor, createFindings, type Finding, getField, toTrouble } from '../findings.ts';
import type { SmsConfig } from './sms.client.ts';

const { met, unmet, off } = createFindings('sms', 'Twilio');

/** Hosts of Twilio's API, which serves messaging services separately. The sandbox has one host for everything. */
const VENDOR = 'https://api.twilio.com';
const SERVICES = 'https://messaging.twilio.com';

const ACCOUNT = 'The account is active';
const SENDER = 'Messages have a sender';

/** @param config undefined when no key is set */
export async function checkSms(config: SmsConfig | undefined, fetcher: typeof fetch): Promise<Finding[]> {
  if (!config)
    return [off('Text messages', 'Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM, or go without SMS.')];
  const credentials = Buffer.from(`${config.accountSid}:${config.authToken}`).toString('base64');
  const request = (url: string) => askVendor(fetcher, url, { headers: { Authorization: `Basic ${credentials}` } });
  const account = `${config.apiBase}/2010-04-01/Accounts/${config.accountSid}`;
  const response = await request(`${account}.json`);
  const problem = toTrouble(
    response,
    'Set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN to the values in the Twilio console.',
  );
  if (problem) return [unmet('account', ACCOUNT, problem)];
  const status = getField((response as { body: unknown }).body, 'status');
  if (status !== 'active') {
    const finding = `Its status is ${String(status)}.`;
    return [
      unmet('account', ACCOUNT, { found: finding, todo: 'Open the Twilio console and follow its instructions.' }),
    ];
  }
  const isTrial = getField((response as { body: unknown }).body, 'type') === 'Trial';
  const active = isTrial
    ? unmet('account', ACCOUNT, {
        found: "It's a trial account, which only sends to numbers that its owner has verified.",
        todo: 'Upgrade it in the Twilio console.',
      })
    : met('account', ACCOUNT, 'Twilio reports it as active.');
  return [active, await checkSender(config, account, request)];
}

type VendorRequest = (url: string) => ReturnType<typeof askVendor>;

async function checkSender({ from, apiBase }: SmsConfig, account: string, request: VendorRequest): Promise<Finding> {
  const isService = from.startsWith('MG');
  const response = await request(
    isService
      ? `${apiBase === VENDOR ? SERVICES : apiBase}/v1/Services/${from}`
      : `${account}/IncomingPhoneNumbers.json?${new URLSearchParams({ PhoneNumber: from })}`,
  );
  const problem = toTrouble(response, 'Allow this key to read numbers and messaging services.');
  if (problem) return unmet('sender', SENDER, problem);
  const { body, status } = response as { body: unknown; status: number };
  if (isService && status === 200) return met('sender', SENDER, `${from} is a messaging service of this account.`);
  const number = isService ? undefined : getField(body, 'incoming_phone_numbers', 0);
  if (!number) {
    return unmet('sender', SENDER, {
      found: `The account has no number or messaging service ${from}.`,
      todo: 'Set TWILIO_FROM to a number of the account, such as +15551234567, or to the ID of a messaging service (MG…).',
    });
  }
  if (getField(number, 'capabilities', 'sms') === true) return met('sender', SENDER, `${from} can send text messages.`);
  return unmet('sender', SENDER, {
    found: `${from} can't send text messages.`,
    todo: 'Buy a number that can, and set TWILIO_FROM.',
  });
}
