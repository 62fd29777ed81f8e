import { expect } from 'vitest';
import { createStripeSandbox, type StripeSandbox } from '../../integrations/stripe/stripe.sandbox.ts';
import { Recording } from '../../integrations/stripe/test-shape-recording.ts';
import type { Deps } from '../../server/deps.ts';
import { openLog } from '../../server/log.ts';
import { createCrashingDeps } from '../../server/test-crashing-deps.ts';
import { openTestContext, type TestContext } from '../../server/test-deps.ts';
import { HOUR_MS } from '../../time/units.ts';
import { runActions } from './money-worker.commands.ts';
import { receiveEvent } from './provider-events/provider-events.commands.ts';

const HOST = 'http://stripe.test';
const SECRETS = { secretKey: 'sk_test_house', webhookSecret: 'whsec_house', connectSecret: 'whsec_house_sellers' };

export type MoneyContext = TestContext & {
  sandbox: StripeSandbox;
  now: () => Date;
  advance: (milliseconds: number) => void;
  /**
   * Returns the deps of a process that crashes right before or after its n-th step (a statement or a call to the
   * payment provider).
   */
  createCrashing: (step: number, isAfterStep: boolean) => { deps: Deps; hasCrashed: () => boolean };
  /** Finishes everything in progress: actions and events. */
  quiesce: () => Promise<void>;
};

/** Opens the context with the payment provider's sandbox, both on one clock that the test controls. */
export async function openMoneyContext(
  start = '2026-03-02T12:00:00Z',
  variables: Record<string, string> = {},
): Promise<MoneyContext> {
  const context = await openTestContext({
    ...variables,
    CONCIERGE_PHONE: '+12025550142',
    STRIPE_SECRET_KEY: SECRETS.secretKey,
    STRIPE_WEBHOOK_SECRET: SECRETS.webhookSecret,
    STRIPE_CONNECT_WEBHOOK_SECRET: SECRETS.connectSecret,
    STRIPE_API_URL: HOST,
  });
  let at = new Date(start);
  context.setNow(at);
  // Crashes and planted differences are part of these tests, so their logs are silenced.
  context.deps.log = openLog('silent');
  const sandbox = createStripeSandbox({
    ...SECRETS,
    url: HOST,
    webhookUrl: 'http://context.test/api/stripe/webhook',
    now: () => at,
    manual: true,
    openingCents: 100_000,
    fetch: async (_url, init) => context.app.request('/api/stripe/webhook', init as RequestInit),
  });
  const toSandbox: typeof fetch = async (input, init) => sandbox.app.request(String(input).replace(HOST, ''), init);
  const recording = new Recording();
  context.deps.fetch = recording.wrapFetch(toSandbox);
  return {
    ...context,
    /** Closes the context and checks that the test's requests and responses match the vendor's published API. */
    close: async () => {
      await context.close();
      recording.recordEvents(sandbox.state.events);
      expect([...recording.differences]).toEqual([]);
    },
    sandbox,
    now: () => at,
    advance: (milliseconds) => {
      at = new Date(at.getTime() + milliseconds);
      context.setNow(at);
    },
    createCrashing: (step, afterStep) => createCrashingDeps(context.deps, step, afterStep),
    quiesce: async () => {
      for (let round = 0; round < 50; round++) {
        const events = [...sandbox.waiting];
        sandbox.waiting.length = 0;
        for (const event of events) await receiveEvent(context.deps, event as never);
        // Moves the clock past every retry delay and every lease.
        at = new Date(at.getTime() + HOUR_MS);
        context.setNow(at);
        if ((await runActions(context.deps)) === 0 && sandbox.waiting.length === 0) return;
      }
    },
  };
}
