import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { makePlayer } from './money-fixtures.ts';
import { signInWithPassword } from './sign-in-fixtures.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58(bytes: Uint8Array): string {
  let text = '';
  for (let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); value > 0n; value /= 58n) {
    text = ALPHABET[Number(value % 58n)] + text;
  }
  return text;
}

type Wallet = { address: string; signed: string[]; willing: boolean };

/** Simulates a wallet browser extension whose key stays outside the page. */
async function installWallet(page: Page): Promise<Wallet> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = base58(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  const wallet: Wallet = { address, signed: [], willing: true };
  await page.exposeFunction('signInWallet', (message: number[]) => {
    if (!wallet.willing) return null;
    wallet.signed.push(Buffer.from(message).toString());
    return [...sign(null, Buffer.from(message), privateKey)];
  });
  await page.addInitScript((onAsk) => {
    const ask = window as unknown as { signInWallet: (message: number[]) => Promise<number[] | null> };
    const publicKey = { toString: () => onAsk };
    Object.assign(window, {
      solana: {
        isPhantom: true,
        connect: async () => ({ publicKey }),
        signMessage: async (message: Uint8Array) => {
          const signature = await ask.signInWallet([...message]);
          if (!signature) throw new Error('User rejected the request.');
          return { signature: Uint8Array.from(signature) };
        },
      },
    });
  }, address);
  return wallet;
}

async function setBalance(page: Page, address: string, tokens: number): Promise<void> {
  const response = await page.request.post('/sandbox/solana/balances', {
    form: { address, tokens: String(tokens) },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(302);
}

test('connects a wallet with a signed message, unlocks the Premium plan, and disconnects', async ({ page }) => {
  const person = await makePlayer('Token Toni');
  const wallet = await installWallet(page);
  await setBalance(page, wallet.address, 150_000);
  await signInWithPassword(page, person.email, undefined, '/protocol/account');
  const panel = page.getByRole('region', { name: 'Token tier' });
  const plan = page.locator('[aria-labelledby=plan]');
  await expect(plan.getByText('Free', { exact: true })).toBeVisible();

  wallet.willing = false;
  const phantom = panel.getByRole('button', { name: 'Connect Phantom' });
  await phantom.click();
  await expect(panel.getByRole('alert')).toContainText('Nothing changed');

  wallet.willing = true;
  await expect(phantom).toBeEnabled();
  await phantom.click();
  await expect(panel.getByText('Premium', { exact: true })).toBeVisible();
  await expect(panel.getByText(/150,000 tokens/)).toBeVisible();
  await expect(panel.getByText(wallet.address)).toBeVisible();
  await expect(plan.getByText('Premium', { exact: true })).toBeVisible();
  expect(wallet.signed).toHaveLength(1);
  expect(wallet.signed[0]).toContain(`Account: ${person.email}`);
  expect(wallet.signed[0]).toContain('not a transaction');

  await panel.getByRole('button', { name: 'Disconnect wallet' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Connect Phantom' })).toBeVisible();
  await expect(plan.getByText('Free', { exact: true })).toBeVisible();
});

test('offers a demo wallet in a browser without a wallet', async ({ page }) => {
  const person = await makePlayer('Token Tess');
  await signInWithPassword(page, person.email, undefined, '/protocol/account');
  const prompts: string[] = [];
  page.on('dialog', (dialog) => {
    prompts.push(dialog.message());
    void dialog.accept();
  });
  const panel = page.getByRole('region', { name: 'Token tier' });
  await panel.getByRole('button', { name: 'Connect Demonstration wallet, 2,000,000 tokens' }).click();
  await expect(panel.getByText('Elite', { exact: true })).toBeVisible();
  expect(prompts).toEqual([expect.stringContaining('asks you to prove that this wallet is yours')]);
});
