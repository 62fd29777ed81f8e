import { Hono } from 'hono';
import type { Deps } from './deps.ts';

/** The map of the stand-ins for third parties, mounted under /sandbox while no keys are set. */
export async function openSandboxes(_deps: Deps): Promise<{ app: Hono; close: () => Promise<void> }> {
  return { app: new Hono(), close: async () => {} };
}
