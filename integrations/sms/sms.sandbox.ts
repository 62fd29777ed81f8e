import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { openContractSchemas, validateContract } from '../contract-schemas.ts';
import { renderSandboxPage } from '../sandbox-page.ts';
import { SANDBOX_ACCOUNT, signForm } from './sms.client.ts';
import published from './twilio.published.json' with { type: 'json' };

const MAX_MESSAGES = 500;
const MESSAGES = '/2010-04-01/Accounts/:account/Messages.json';
const ACCOUNT = '/2010-04-01/Accounts/:account{AC[0-9a-f]+\\.json}';
const NUMBERS = '/2010-04-01/Accounts/:account/IncomingPhoneNumbers.json';
const MAX_BODY_LENGTH = 1_600;
const REPORT_MS = 20;
const NUMBER = /^\+[1-9]\d{6,14}$/;

const ERRORS = {
  20003: [401, 'Authenticate'],
  20429: [429, 'Too Many Requests'],
  20500: [500, 'An internal server error has occurred'],
  20503: [503, 'Service Unavailable'],
  20001: [400, 'Unknown or ill-typed parameters'],
  21211: [400, "Invalid 'To' Phone Number"],
  21602: [400, 'Message body is required.'],
  21603: [400, "A 'From' or 'MessagingServiceSid' parameter is required."],
  21606: [400, "The 'From' phone number provided is not a valid, message-capable Twilio phone number."],
  21609: [400, "The 'StatusCallback' URL is not a valid URL."],
  21610: [400, 'Attempt to send to unsubscribed recipient'],
  21617: [400, 'The concatenated message body exceeds the 1600 character limit'],
} as const;
type Code = keyof typeof ERRORS;

/** Numbers that fail immediately, as Twilio's own test numbers do. */
const REFUSED_NUMBERS: Record<string, Code> = {
  '+15005550001': 21211,
  '+15005550004': 21610,
  '+15005550009': 20429,
  '+15005550013': 20503,
};
/** A number whose messages are accepted even though the response is an error. */
const FAILING_NUMBER = '+15005550012';
/** Numbers whose messages are accepted but not delivered: the handset is off, or the number doesn't exist. */
const UNDELIVERED_NUMBERS: Record<string, number> = { '+15005550010': 30003, '+15005550011': 30005 };
/** A number whose owner replies STOP to the first message. Twilio then accepts no more messages for it. */
const OPT_OUT_NUMBER = '+15005550005';

type Sms = { sid: string; to: string; from: string; body: string; sentAt: string; errorCode: number | undefined };

/**
 * Creates a sandbox of Twilio's Messages resource, with an inbox of all text messages and a read-back endpoint. It
 * sends signed status reports to the requested URL.
 */
export function createSmsSandbox({ fetch = globalThis.fetch }: { fetch?: typeof globalThis.fetch } = {}): Hono {
  const messages: Sms[] = [];
  const schemas = openContractSchemas(published);
  const report = (address: string, message: Sms) => {
    const form = new URLSearchParams({
      AccountSid: SANDBOX_ACCOUNT.accountSid,
      ApiVersion: '2010-04-01',
      From: message.from,
      To: message.to,
      MessageSid: message.sid,
      MessageStatus: toStatus(message),
      SmsSid: message.sid,
      SmsStatus: toStatus(message),
      ...(message.errorCode ? { ErrorCode: String(message.errorCode) } : {}),
    });
    const headers = { 'X-Twilio-Signature': signForm(SANDBOX_ACCOUNT.authToken, address, form) };
    setTimeout(() => void fetch(address, { method: 'POST', headers, body: form }).catch(() => {}), REPORT_MS).unref();
  };
  return new Hono()
    .get('/', (c) => c.html(renderInboxPage(messages)))
    .get('/messages.json', (c) => c.json({ messages: messages.filter(({ to }) => to === (c.req.query('to') ?? to)) }))
    .use('/2010-04-01/Accounts/*', (c, next) => {
      const { accountSid, authToken } = SANDBOX_ACCOUNT;
      const credentials = Buffer.from(c.req.header('Authorization')?.replace('Basic ', '') ?? '', 'base64').toString();
      const isAuthorized =
        credentials === `${accountSid}:${authToken}` && c.req.path.includes(`/Accounts/${accountSid}`);
      return isAuthorized ? next() : Promise.resolve(respondFailed(c, 20003));
    })
    .use(validateContract(schemas, '/sandbox/sms', (c, faults) => respondFailed(c, 20001, faults.join('; '))))
    .get(ACCOUNT, (c) => c.json(createAccountResource()))
    .get(NUMBERS, (c) => c.json(respondNumbers(c)))
    .get(MESSAGES, (c) => {
      const pageSize = Number(c.req.query('PageSize') ?? 50);
      const foundMessages = messages.filter(({ to }) => to === (c.req.query('To') ?? to)).slice(0, pageSize);
      const uri = new URL(c.req.url).href;
      const page = { page: 0, page_size: pageSize, start: 0, end: Math.max(0, foundMessages.length - 1) };
      const links = { uri, first_page_uri: uri, next_page_uri: null, previous_page_uri: null };
      return c.json({ ...page, ...links, messages: foundMessages.map(toMessageResource) });
    })
    .post(MESSAGES, async (c) => {
      const form = (await c.req.parseBody()) as Record<string, string>;
      const { To: to = '', Body: body = '', StatusCallback: callback } = form;
      const hasOptedOut = to === OPT_OUT_NUMBER && messages.some((message) => message.to === OPT_OUT_NUMBER);
      const fault = findFault(form) ?? (hasOptedOut ? 21610 : REFUSED_NUMBERS[to]);
      if (fault) return respondFailed(c, fault);
      const message: Sms = {
        sid: `SM${crypto.randomUUID().replaceAll('-', '')}`,
        to,
        from: form.From ?? SANDBOX_ACCOUNT.from,
        body,
        sentAt: new Date().toISOString(),
        errorCode: UNDELIVERED_NUMBERS[to],
      };
      messages.unshift(message);
      messages.length = Math.min(messages.length, MAX_MESSAGES);
      if (callback) report(callback, message);
      if (to === FAILING_NUMBER) return respondFailed(c, 20500);
      return c.json({ ...toMessageResource(message), status: 'queued', date_sent: null, error_code: null }, 201);
    });
}

/** Returns Twilio's error code for parameters that don't go together. */
function findFault(form: Record<string, string>): Code | undefined {
  const { To = '', From, MessagingServiceSid, Body = '', StatusCallback } = form;
  if (!NUMBER.test(To)) return 21211;
  if (!From && !MessagingServiceSid) return 21603;
  if (From && From !== SANDBOX_ACCOUNT.from) return 21606;
  if (!Body) return 21602;
  if (Body.length > MAX_BODY_LENGTH) return 21617;
  return StatusCallback && !/^https?:$/.test(URL.parse(StatusCallback)?.protocol ?? '') ? 21609 : undefined;
}

function respondFailed(c: Context, code: Code, detail = ''): Response {
  const [status, message] = ERRORS[code];
  const text = detail ? `${message}: ${detail}` : message;
  return c.json({ code, message: text, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, status);
}

const toStatus = ({ errorCode }: Sms) => (errorCode ? 'undelivered' : 'delivered');

function toMessageResource(message: Sms) {
  const { accountSid } = SANDBOX_ACCOUNT;
  const at = new Date(message.sentAt).toUTCString();
  return {
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: message.body,
    date_created: at,
    date_sent: at,
    date_updated: at,
    direction: 'outbound-api',
    error_code: message.errorCode ?? null,
    error_message: null,
    from: message.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid: message.sid,
    status: toStatus(message),
    subresource_uris: {},
    to: message.to,
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${message.sid}.json`,
  };
}

function createAccountResource() {
  const { accountSid, authToken } = SANDBOX_ACCOUNT;
  const at = new Date(0).toUTCString();
  return {
    sid: accountSid,
    owner_account_sid: accountSid,
    auth_token: authToken,
    friendly_name: 'Planet Crew',
    status: 'active',
    type: 'Full',
    date_created: at,
    date_updated: at,
    subresource_uris: {},
    uri: `/2010-04-01/Accounts/${accountSid}.json`,
  };
}

/** Responds with the account's only number if it matches the search. */
function respondNumbers(c: Context) {
  const { accountSid, from } = SANDBOX_ACCOUNT;
  const { href: uri, searchParams } = new URL(c.req.url);
  const number = {
    sid: `PN${accountSid.slice(2)}`,
    account_sid: accountSid,
    phone_number: from,
    friendly_name: from,
    capabilities: { voice: false, sms: true, mms: false, fax: false },
    status: 'in-use',
  };
  const numbers = [number].filter(({ phone_number }) => phone_number === (searchParams.get('PhoneNumber') ?? from));
  const page = { page: 0, page_size: 50, start: 0, end: Math.max(0, numbers.length - 1) };
  return {
    ...page,
    uri,
    first_page_uri: uri,
    next_page_uri: null,
    previous_page_uri: null,
    incoming_phone_numbers: numbers,
  };
}

function renderInboxPage(messages: Sms[]) {
  const rows = messages.map(
    ({ to, body, sentAt }) => html`<li><strong>To ${to}</strong> <small>${sentAt}</small><pre>${body}</pre></li>`,
  );
  return renderSandboxPage(
    'Text messages of the demonstration',
    html`<p>Demonstration: nothing leaves this server. All text messages end up here.</p>
      <h1>Text messages</h1>
      ${rows.length ? html`<ul>${rows}</ul>` : html`<p>No messages yet.</p>`}`,
  );
}
