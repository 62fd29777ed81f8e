import type { Hono } from 'hono';
import { registerAccountCalls } from './sandbox-accounts.ts';
import { registerCheckoutCalls } from './sandbox-checkout.ts';
import { createFrame, type Settings } from './sandbox-frame.ts';
import { registerMoneyCalls } from './sandbox-money.ts';
import { registerPlanCalls } from './sandbox-plans.ts';
import { registerPlatformCalls } from './sandbox-platform.ts';
import { SandboxError } from './sandbox-state.ts';

/** Creates the part of Stripe's REST API that the product uses, with its errors and idempotency keys. */
export function createSandboxApi(settings: Settings): Hono {
  const frame = createFrame(settings);
  for (const calls of [
    registerCheckoutCalls,
    registerMoneyCalls,
    registerAccountCalls,
    registerPlanCalls,
    registerPlatformCalls,
  ])
    calls(frame);
  frame.api.all('*', (c) => {
    throw new SandboxError(404, undefined, `Unrecognized request URL (${c.req.method}: ${c.req.path}).`);
  });
  return frame.api;
}
