import { askVendor, createFindings, type Finding, getField, toTrouble } from '../findings.ts';
import type { SolanaConfig } from './solana.client.ts';

const { met, unmet, off } = createFindings('solana', 'Solana');
const MINT = 'The token exists';

/** @param config undefined when no network is set */
export async function checkSolana(config: SolanaConfig | undefined, fetcher: typeof fetch): Promise<Finding[]> {
  if (!config) return [off('Token tiers', 'Set SOLANA_RPC_URL and TOKEN_MINT, or go without token tiers.')];
  const response = await askVendor(fetcher, config.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenSupply', params: [config.mint] }),
  });
  const problem = toTrouble(response, "Set SOLANA_RPC_URL, including your provider's key.");
  if (problem) return [unmet('mint', MINT, problem)];
  const { body, status } = response as { body: unknown; status: number };
  const decimals = getField(body, 'result', 'value', 'decimals');
  if (typeof decimals === 'number') {
    const supply = getField(body, 'result', 'value', 'uiAmountString');
    return [met('mint', MINT, `${config.mint}: ${supply} tokens with ${decimals} decimals.`)];
  }
  const reason = getField(body, 'error', 'message') ?? `status ${status}`;
  return [
    unmet('mint', MINT, {
      found: `The network has no token ${config.mint} (${String(reason)}).`,
      todo: 'Set TOKEN_MINT to the address of the mint on the network that SOLANA_RPC_URL reaches.',
    }),
  ];
}
