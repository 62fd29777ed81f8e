import type { Env } from '../../server/env.ts';

export type SolanaConfig = {
  /** JSON-RPC endpoint. May contain a key, so it's never logged. */
  url: string;
  /** Address of the token's mint. */
  mint: string;
  /** URL of a script that gives the browser demo wallets; only the sandbox has one. */
  walletScript?: string;
};

/** Mint of the demo. It has no meaning on the real network. */
export const SANDBOX_MINT = 'So11111111111111111111111111111111111111112';

type Settings = Pick<Env, 'demo' | 'PORT' | 'SOLANA_RPC_URL' | 'TOKEN_MINT'>;

/** Returns the configured network, the sandbox on our own server in demo mode, or undefined. */
export function readSolanaConfig(env: Settings): SolanaConfig | undefined {
  const { SOLANA_RPC_URL: url, TOKEN_MINT: mint } = env;
  if (url && mint) return { url, mint };
  if (!env.demo) return undefined;
  return {
    url: `http://127.0.0.1:${env.PORT}/sandbox/solana/rpc`,
    mint: SANDBOX_MINT,
    walletScript: '/sandbox/solana/wallets.js',
  };
}

/** Thrown when the network doesn't respond or its response isn't a balance. */
class SolanaError extends Error {}

const RESPONSE_TIMEOUT_MS = 3_000;

type TokenAmount = { amount: string; decimals: number };
type Account = { account?: { data?: { parsed?: { info?: { tokenAmount?: TokenAmount } } } } };
type Answer = { result?: { value?: Account[] }; error?: { code?: number; message?: string } };

/**
 * Returns how many whole tokens of our mint an address holds across all its token accounts. Drops fractions.
 * @throws SolanaError when the network refuses, fails, takes more than three seconds or returns something invalid
 */
export async function readTokens(config: SolanaConfig, fetcher: typeof fetch, owner: string): Promise<number> {
  const response = await callRpc(config, fetcher, [
    owner,
    { mint: config.mint },
    { encoding: 'jsonParsed', commitment: 'confirmed' },
  ]);
  if (response.error) throw new SolanaError(`Solana answered ${response.error.code}: ${response.error.message}`);
  const accounts = response.result?.value;
  if (!Array.isArray(accounts)) throw new SolanaError('Solana sent no list of accounts');
  const wholeTokens = sumWholeTokens(accounts.map((one) => one.account?.data?.parsed?.info?.tokenAmount));
  return Number(wholeTokens > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : wholeTokens);
}

/** Sums before dropping fractions, because two halves make a whole. */
function sumWholeTokens(amounts: (TokenAmount | undefined)[]): bigint {
  let sum = 0n;
  let decimals = 0;
  for (const amount of amounts) {
    const isReadable = amount && /^\d{1,20}$/.test(amount.amount) && amount.decimals >= 0 && amount.decimals <= 18;
    if (!isReadable) throw new SolanaError('Solana sent an account without a readable amount');
    sum += BigInt(amount.amount);
    decimals = amount.decimals;
  }
  return sum / 10n ** BigInt(decimals);
}

async function callRpc(config: SolanaConfig, fetcher: typeof fetch, params: unknown[]): Promise<Answer> {
  let response: Response;
  try {
    response = await fetcher(config.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params }),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } };
    throw new SolanaError(name === 'TimeoutError' ? 'Solana was silent' : `Solana not reached: ${cause?.code ?? name}`);
  }
  const body = (await response.json().catch(() => undefined)) as Answer | undefined;
  if (!body || typeof body !== 'object') throw new SolanaError(`Solana answered ${response.status} without JSON`);
  if (!response.ok && !body.error) throw new SolanaError(`Solana answered ${response.status}`);
  return body;
}
