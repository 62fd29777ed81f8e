import { createHmac } from 'node:crypto';

/**
 * The id in the answer to every sign-up that waits for its confirmation. It is no account's id, and the same address
 * always gets the same one, so that it says nothing about who has an account.
 */
export function createDecoyId(secret: string, address: string): string {
  const hex = createHmac('sha256', secret).update(`sign-up:${address}`).digest('hex').slice(0, 32);
  const versioned = `${hex.slice(0, 12)}4${hex.slice(13, 16)}8${hex.slice(17)}`;
  return versioned.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
