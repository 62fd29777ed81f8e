import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { sendSms, smsConfig } from './sms.client.ts';
import { smsSandbox } from './sms.sandbox.ts';

const config = smsConfig({ demo: true, PORT: 3000 })!;

function openSandbox() {
  const app = new Hono().route('/sandbox/sms', smsSandbox());
  return { app, fetcher: (async (url, init) => app.request(String(url), init)) as typeof fetch };
}

describe('text messages', () => {
  it('arrive at their number', async () => {
    const { app, fetcher } = openSandbox();
    const sent = await sendSms(config, fetcher, { to: '+15550100', body: 'Your squad is on' });
    expect(sent).toMatchObject({ outcome: 'sent', id: expect.stringMatching(/^SM/) });
    const inbox = await app.request('/sandbox/sms/messages.json?to=%2B15550100');
    expect(await inbox.json()).toMatchObject({ messages: [{ to: '+15550100', body: 'Your squad is on' }] });
    expect(await (await app.request('/sandbox/sms')).text()).toContain('Your squad is on');
  });

  it.each([
    ['+15005550001', 'refused'],
    ['+15005550004', 'refused'],
    ['+15005550009', 'retry'],
  ])('to %s end as “%s”', async (to, outcome) => {
    const { fetcher } = openSandbox();
    expect((await sendSms(config, fetcher, { to, body: 'Hi' })).outcome).toBe(outcome);
  });

  it('are repeated when nobody took them, and not when somebody may have', async () => {
    const failing = (code: string) =>
      (async () => {
        throw Object.assign(new TypeError('fetch failed'), { cause: { code } });
      }) as unknown as typeof fetch;
    expect((await sendSms(config, failing('ECONNREFUSED'), { to: '+1', body: '' })).outcome).toBe('retry');
    expect((await sendSms(config, failing('UND_ERR_SOCKET'), { to: '+1', body: '' })).outcome).toBe('unknown');
  });

  it('are off without keys outside a demonstration', () => {
    expect(smsConfig({ demo: false, PORT: 3000 })).toBeUndefined();
  });
});
