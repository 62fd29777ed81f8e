import type { Hono } from 'hono';
import { accountCalls } from './sandbox-accounts.ts';
import { checkoutCalls } from './sandbox-checkout.ts';
import { createFrame, type Settings } from './sandbox-frame.ts';
import { moneyCalls } from './sandbox-money.ts';
import { planCalls } from './sandbox-plans.ts';
import { platformCalls } from './sandbox-platform.ts';
import { SandboxError } from './sandbox-state.ts';

/** The part of the vendor's REST interface that the product uses, with its errors and its idempotency keys. */
export function sandboxApi(settings: Settings): Hono {
  const frame = createFrame(settings);
  for (const calls of [checkoutCalls, moneyCalls, accountCalls, planCalls, platformCalls]) calls(frame);
  frame.api.all('*', (c) => {
    throw new SandboxError(404, undefined, `Unrecognized request URL (${c.req.method}: ${c.req.path}).`);
  });
  return frame.api;
}
