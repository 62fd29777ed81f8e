import { createHmac } from 'node:crypto';

/**
 * Creates the id returned by every sign-up that needs confirmation. It belongs to no account, and the same address
 * always gets the same id, so it doesn't reveal who has an account.
 */
export function createDecoyId(secret: string, address: string): string {
  const hex = createHmac('sha256', secret).update(`sign-up:${address}`).digest('hex').slice(0, 32);
  const versioned = `${hex.slice(0, 12)}4${hex.slice(13, 16)}8${hex.slice(17)}`;
  return versioned.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
