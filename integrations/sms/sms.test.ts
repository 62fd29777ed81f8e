import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { findSms, readSmsConfig, readStatusReport, sendSms, signForm } from './sms.client.ts';
import { createSmsSandbox } from './sms.sandbox.ts';

const origin = 'http://localhost:3000';
const config = readSmsConfig({ demo: true, origin, PORT: 3000 })!;
const KEYS = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+15005550006' };

function openSandbox() {
  const app = new Hono().route('/sandbox/sms', createSmsSandbox());
  const forms: URLSearchParams[] = [];
  const fetcher = (async (url, init) => {
    if (init?.body instanceof URLSearchParams) forms.push(init.body);
    return app.request(String(url), init);
  }) as typeof fetch;
  return { app, fetcher, forms };
}

describe('SMS client', () => {
  it('delivers a message to its number', async () => {
    const { app, fetcher } = openSandbox();
    const result = await sendSms(config, fetcher, { to: '+15550100', body: 'Your squad is on' });
    expect(result).toMatchObject({ outcome: 'sent', id: expect.stringMatching(/^SM/) });
    const inbox = await app.request('/sandbox/sms/messages.json?to=%2B15550100');
    expect(await inbox.json()).toMatchObject({ messages: [{ to: '+15550100', body: 'Your squad is on' }] });
    expect(await (await app.request('/sandbox/sms')).text()).toContain('Your squad is on');
  });

  it.each([
    ['+15005550001', { outcome: 'closed', why: 'no_such_address' }],
    ['+15005550004', { outcome: 'closed', why: 'stopped' }],
    ['+15005550009', { outcome: 'retry' }],
    // After a server error, we can't tell whether Twilio accepted the message.
    ['+15005550012', { outcome: 'unknown' }],
    ['+15005550013', { outcome: 'unknown' }],
  ])('reports the outcome of a message to %s', async (to, expectedOutcome) => {
    const { fetcher } = openSandbox();
    expect(await sendSms(config, fetcher, { to, body: 'Hi' })).toMatchObject(expectedOutcome);
  });

  it('retries unsent messages and reports an unknown outcome when one may have been sent', async () => {
    const createFailure = (code: string) =>
      (async () => {
        throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
      }) as unknown as typeof fetch;
    expect((await sendSms(config, createFailure('ECONNREFUSED'), { to: '+1', body: '' })).outcome).toBe('retry');
    expect((await sendSms(config, createFailure('UND_ERR_SOCKET'), { to: '+1', body: '' })).outcome).toBe('unknown');
  });

  it('finds possibly sent messages by their text and time', async () => {
    const { fetcher } = openSandbox();
    const find = (to: string, body: string, since = new Date()) => findSms(config, fetcher, { to, body, since });
    for (const to of ['+15005550012', '+15005550013']) await sendSms(config, fetcher, { to, body: 'Hi' });
    expect(await find('+15005550012', 'Hi')).toMatchObject({ outcome: 'sent', id: expect.stringMatching(/^SM/) });
    expect(await find('+15005550013', 'Hi')).toBeUndefined();
    expect(await find('+15005550012', 'Another')).toBeUndefined();
    expect(await find('+15005550012', 'Hi', new Date(Date.now() + 3_600_000))).toBeUndefined();
    await sendSms(config, fetcher, { to: '+15005550011', body: 'Hi' });
    expect(await find('+15005550011', 'Hi')).toMatchObject({ outcome: 'closed', why: 'no_such_address' });
    const down = (async () => new Response('', { status: 503 })) as unknown as typeof fetch;
    expect(await findSms(config, down, { to: '+1', body: 'Hi', since: new Date() })).toMatchObject({
      outcome: 'unknown',
    });
  });

  it('sends from a number or a messaging service, with the matching parameter', async () => {
    const { fetcher, forms } = openSandbox();
    const service = `MG${'0a'.repeat(16)}`;
    expect(await sendSms({ ...config, from: service }, fetcher, { to: '+15550100', body: 'Hi' })).toMatchObject({
      outcome: 'sent',
    });
    expect([forms[0]!.get('MessagingServiceSid'), forms[0]!.get('From')]).toEqual([service, null]);
    // Twilio refuses a messaging service passed as a number.
    const wrongForm = new URLSearchParams({ To: '+15550100', From: service, Body: 'Hi' });
    const headers = { Authorization: `Basic ${btoa(`${config.accountSid}:${config.authToken}`)}` };
    const address = `${config.apiBase}/2010-04-01/Accounts/${config.accountSid}/Messages.json`;
    expect(await (await fetcher(address, { method: 'POST', headers, body: wrongForm })).json()).toMatchObject({
      code: 21606,
    });
  });

  it.each([
    ['an unknown parameter', { Colour: 'red' }],
    ['a parameter of the wrong type', { ValidityPeriod: 'soon' }],
    ['no sender', { From: '' }],
    ['no text', { Body: '' }],
    ['too long a text', { Body: 'x'.repeat(1_601) }],
    ['an invalid report URL', { StatusCallback: 'here' }],
  ])('refuses a message with %s in the sandbox', async (_what, change) => {
    const { fetcher } = openSandbox();
    const form = new URLSearchParams({ To: '+15550100', From: config.from, Body: 'Hi', ...change });
    const headers = { Authorization: `Basic ${btoa(`${config.accountSid}:${config.authToken}`)}` };
    const address = `${config.apiBase}/2010-04-01/Accounts/${config.accountSid}/Messages.json`;
    expect((await fetcher(address, { method: 'POST', headers, body: form })).status).toBe(400);
  });

  it('is disabled without keys outside demo mode', () => {
    expect(readSmsConfig({ demo: false, origin, PORT: 3000 })).toBeUndefined();
  });
});

describe('an SMS status report', () => {
  const address = 'https://planetcrew.example/api/notifications/text-reports?delivery=1';

  it("is accepted only with the vendor's signature for this URL", () => {
    const form = new URLSearchParams({ MessageStatus: 'undelivered', ErrorCode: '30005', To: '+15550100' });
    const signature = signForm(config.authToken, address, form);
    expect(readStatusReport(config, address, form, signature)).toMatchObject({ failure: { why: 'no_such_address' } });
    expect(readStatusReport(config, `${address}2`, form, signature)).toBeUndefined();
    expect(readStatusReport(config, address, form, 'none')).toBeUndefined();
    form.set('ErrorCode', '30003');
    expect(readStatusReport(config, address, form, signature)).toBeUndefined();
    expect(readStatusReport(config, address, form, signForm(config.authToken, address, form))).toMatchObject({
      failure: { outcome: 'refused' },
    });
    const reportForm = new URLSearchParams({ MessageStatus: 'delivered' });
    expect(readStatusReport(config, address, reportForm, signForm(config.authToken, address, reportForm))).toEqual({});
  });

  it('is signed as the vendor documents', () => {
    // The example from Twilio's page on request validation.
    const form = new URLSearchParams({
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675310',
      Digits: '1234',
      From: '+14158675310',
      To: '+18005551212',
    });
    const signature = signForm('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form);
    expect(signature).toBe('GvWf1cFY/Q7PnoempGyD5oXAezc=');
  });

  it('is requested only when the vendor can reach us', async () => {
    const { fetcher, forms } = openSandbox();
    const createConfigAt = (place: string) => ({ ...readSmsConfig({ ...KEYS, demo: false, origin: place, PORT: 1 })! });
    for (const place of ['https://planetcrew.example', origin]) {
      await sendSms(createConfigAt(place), fetcher, { to: '+15550100', body: 'Hi', report: address });
    }
    expect(forms.map((form) => form.get('StatusCallback'))).toEqual([address, null]);
  });
});
