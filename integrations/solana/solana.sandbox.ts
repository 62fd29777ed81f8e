import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { renderSandboxPage } from '../sandbox-page.ts';
import { WALLETS_SCRIPT } from './sandbox-wallets.ts';
import { SANDBOX_MINT } from './solana.client.ts';
import {
  PROGRAMS,
  type Program,
  TokenAccountsRequest,
  TokenAccountsResponse,
  TokenSupplyRequest,
  TokenSupplyResponse,
} from './solana-shapes.ts';

const DECIMALS = 6;
/** Token balance for which the network fails with 503. */
const FAILING_BALANCE = 13;
const MAX_BALANCE = 1_000_000_000;

/** Derives keys from names, so a browser has the same wallets after a restart. */
function toKey(name: string): KeyObject {
  const seed = createHash('sha256').update(`sandbox wallet ${name}`).digest();
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
}

function toAddress(key: KeyObject): string {
  return encodeBase58(createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32));
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function encodeBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0);
  let text = '';
  for (let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); value > 0n; value /= 58n) {
    text = ALPHABET[Number(value % 58n)] + text;
  }
  return '1'.repeat(Math.max(0, zeros)) + text;
}

/**
 * Creates a sandbox of the network: the part of its JSON-RPC that balances need, demo wallets, and a page to change
 * balances. The wallets' browser script requests signatures from the sandbox. A balance of 13 tokens makes the network
 * fail.
 * @param options `file` keeps balances across restarts; `program` is the token program of the mint
 */
export function createSolanaSandbox({ file, program = 'spl-token' }: { file?: string; program?: Program } = {}): Hono {
  const balances = new Map<string, number>(
    file && existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [],
  );
  const setBalance = (address: string, tokens: number) => {
    balances.set(address, tokens);
    if (!file) return;
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(balances)));
    renameSync(`${file}.new`, file);
  };
  return new Hono()
    .get('/', (c) => c.html(renderBalancesPage(balances)))
    .get('/wallets.js', (c) => c.body(WALLETS_SCRIPT, 200, { 'Content-Type': 'text/javascript' }))
    .post('/balances', async (c) => {
      const form = await c.req.parseBody();
      const tokens = Math.floor(Number(form.tokens));
      const address = String(form.address).trim();
      if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) || !(tokens >= 0 && tokens <= MAX_BALANCE)) {
        return c.text('An address and a number of tokens up to 1,000,000,000 are needed.', 422);
      }
      setBalance(address, tokens);
      return c.redirect('/sandbox/solana');
    })
    .post('/wallets', async (c) => {
      const { name, tokens } = await c.req.json<{ name: string; tokens: number }>();
      const address = toAddress(toKey(String(name)));
      if (!balances.has(address))
        setBalance(address, Math.min(MAX_BALANCE, Math.max(0, Math.floor(Number(tokens) || 0))));
      return c.json({ address });
    })
    .post('/wallets/sign', async (c) => {
      const { name, message } = await c.req.json<{ name: string; message: string }>();
      const signature = sign(null, Buffer.from(String(message), 'base64'), toKey(String(name)));
      return c.json({ signature: signature.toString('base64') });
    })
    .post('/rpc', async (c) => {
      if (!c.req.header('Content-Type')?.startsWith('application/json')) return c.text('Unsupported Media Type', 415);
      const input: unknown = await c.req.json().catch(() => undefined);
      const supply = TokenSupplyRequest.safeParse(input);
      if (supply.data?.params[0] === SANDBOX_MINT) return c.json(createSupplyResponse(supply.data.id));
      const { id, error } = findRefusal(input);
      const respond = (body: object) => c.json(TokenAccountsResponse.parse({ jsonrpc: '2.0', id, ...body }));
      if (error) return respond({ error });
      const [owner] = TokenAccountsRequest.parse(input).params;
      const tokens = balances.get(owner) ?? 0;
      if (tokens === FAILING_BALANCE) return c.text('Service Unavailable', 503);
      const value = createAccounts(owner, tokens, program);
      return respond({ result: { context: { apiVersion: '3.1.8', slot: 1 }, value } });
    });
}

/** Returns the network's error for a request, with the request's id. */
function findRefusal(input: unknown) {
  const { id = null, method } = (input ?? {}) as { id?: number | string; method?: string };
  if (input === undefined) return { id, error: { code: -32700, message: 'Parse error' } };
  if (method === 'getTokenSupply') return { id, error: { code: -32602, message: 'Invalid param: not a Token mint' } };
  if (method !== 'getTokenAccountsByOwner') return { id, error: { code: -32601, message: 'Method not found' } };
  const parsed = TokenAccountsRequest.safeParse(input);
  const refuseInvalid = (what: string) => ({ id, error: { code: -32602, message: `Invalid param: ${what}` } });
  if (!parsed.success)
    return refuseInvalid(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join());
  const [, filter] = parsed.data.params;
  return 'mint' in filter && filter.mint !== SANDBOX_MINT ? refuseInvalid('could not find mint') : { id };
}

function createSupplyResponse(id: number | string) {
  const value = {
    amount: String(MAX_BALANCE * 10 ** DECIMALS),
    decimals: DECIMALS,
    uiAmount: MAX_BALANCE,
    uiAmountString: String(MAX_BALANCE),
  };
  const result = { context: { apiVersion: '3.1.8', slot: 1 }, value };
  return TokenSupplyResponse.parse({ jsonrpc: '2.0', id, result });
}

/** Creates an address's token accounts. Without tokens, there are none, as on the real network. */
function createAccounts(owner: string, tokens: number, program: Program) {
  if (tokens === 0) return [];
  const tokenAmount = {
    amount: (BigInt(tokens) * 10n ** BigInt(DECIMALS)).toString(),
    decimals: DECIMALS,
    uiAmount: tokens,
    uiAmountString: String(tokens),
  };
  // The newer program marks accounts that are tied to their owner, and its accounts are larger.
  const isNewer = program === 'spl-token-2022';
  const space = isNewer ? 170 : 165;
  const extensions = isNewer ? { extensions: [{ extension: 'immutableOwner' }] } : {};
  const info = { isNative: false, mint: SANDBOX_MINT, owner, state: 'initialized', tokenAmount, ...extensions };
  const data = { program, parsed: { type: 'account', info }, space };
  const pubkey = encodeBase58(createHash('sha256').update(`token account of ${owner}`).digest());
  const account = { data, executable: false, lamports: 2_039_280, owner: PROGRAMS[program], rentEpoch: 0, space };
  return [{ pubkey, account }];
}

function renderBalancesPage(balances: Map<string, number>) {
  const rows = [...balances].map(
    ([address, tokens]) => html`<li>
      <strong>${tokens.toLocaleString('en-US')} tokens</strong> <small>${address}</small>
      <form method="post" action="/sandbox/solana/balances">
        <input type="hidden" name="address" value="${address}" />
        <input name="tokens" value="${tokens}" inputmode="numeric" aria-label="Tokens of ${address}" />
        <button>Set</button>
      </form>
    </li>`,
  );
  return renderSandboxPage(
    'Token balances of the demonstration',
    html`<p>Demonstration: no network is asked. These are the balances that it would answer with.</p>
      <h1>Token balances</h1>
      <p>
        Connect one of the demonstration wallets under <a href="/protocol/account">Protocol account</a>. A new balance is
        seen when the old reading is ten minutes old. With ${FAILING_BALANCE} tokens the network does not answer.
      </p>
      ${rows.length ? html`<ul>${rows}</ul>` : html`<p>No wallet was connected yet.</p>`}`,
  );
}
