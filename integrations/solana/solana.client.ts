import type { Env } from '../../server/env.ts';

export type SolanaConfig = {
  /** JSON-RPC endpoint; may carry a key, so it is never written to a log. */
  url: string;
  /** Address of the token's mint. */
  mint: string;
  /** Where the browser finds a script with wallets to try out; only the sandbox has one. */
  walletScript?: string;
};

/** The mint of the demonstration; nothing on the real network. */
export const SANDBOX_MINT = 'So11111111111111111111111111111111111111112';

type Settings = Pick<Env, 'demo' | 'PORT' | 'SOLANA_RPC_URL' | 'TOKEN_MINT'>;

/** The configured network, its sandbox on our own server in a demonstration, or nothing. */
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

/** The network did not answer, or not with a balance. */
class SolanaError extends Error {}

const RESPONSE_TIMEOUT_MS = 3_000;

type TokenAmount = { amount: string; decimals: number };
type Account = { account?: { data?: { parsed?: { info?: { tokenAmount?: TokenAmount } } } } };
type Answer = { result?: { value?: Account[] }; error?: { code?: number; message?: string } };

/**
 * Whole tokens of our mint that an address holds, over all of its token accounts; parts of a token are dropped.
 * @throws SolanaError when the network refuses, fails, is silent for three seconds or makes no sense
 */
export async function readTokens(config: SolanaConfig, fetcher: typeof fetch, owner: string): Promise<number> {
  const answer = await callRpc(config, fetcher, [
    owner,
    { mint: config.mint },
    { encoding: 'jsonParsed', commitment: 'confirmed' },
  ]);
  if (answer.error) throw new SolanaError(`Solana answered ${answer.error.code}: ${answer.error.message}`);
  const accounts = answer.result?.value;
  if (!Array.isArray(accounts)) throw new SolanaError('Solana sent no list of accounts');
  const whole = sumWholeTokens(accounts.map((one) => one.account?.data?.parsed?.info?.tokenAmount));
  return Number(whole > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : whole);
}

/** Adds before it drops parts: two halves are one. */
function sumWholeTokens(amounts: (TokenAmount | undefined)[]): bigint {
  let sum = 0n;
  let decimals = 0;
  for (const amount of amounts) {
    const readable = amount && /^\d{1,20}$/.test(amount.amount) && amount.decimals >= 0 && amount.decimals <= 18;
    if (!readable) throw new SolanaError('Solana sent an account without a readable amount');
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
