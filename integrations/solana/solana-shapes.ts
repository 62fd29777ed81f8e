import { z } from 'zod';

/**
 * Requests and responses of `getTokenAccountsByOwner` as documented at
 * https://solana.com/docs/rpc/http/gettokenaccountsbyowner. The schemas are strict: unknown fields are faults.
 */

export const PROGRAMS = {
  'spl-token': 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'spl-token-2022': 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const;
export type Program = keyof typeof PROGRAMS;

const Key = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);

export const TokenAccountsRequest = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string()]),
  method: z.literal('getTokenAccountsByOwner'),
  params: z.tuple([
    Key,
    z.union([z.strictObject({ mint: Key }), z.strictObject({ programId: Key })]),
    z.strictObject({
      commitment: z.enum(['processed', 'confirmed', 'finalized']).optional(),
      minContextSlot: z.number().int().optional(),
      // The only encoding with readable amounts.
      encoding: z.literal('jsonParsed'),
    }),
  ]),
});

const Amount = z.strictObject({
  amount: z.string().regex(/^\d+$/),
  decimals: z.number().int().min(0).max(255),
  uiAmount: z.number().nullable(),
  uiAmountString: z.string(),
});

const Info = z.strictObject({
  isNative: z.boolean(),
  mint: Key,
  owner: Key,
  state: z.enum(['initialized', 'frozen']),
  tokenAmount: Amount,
  // Only on accounts of the newer program, with one entry per extension.
  extensions: z.array(z.strictObject({ extension: z.string(), state: z.unknown().optional() })).optional(),
});

const Account = z.strictObject({
  pubkey: Key,
  account: z.strictObject({
    data: z.strictObject({
      program: z.enum(['spl-token', 'spl-token-2022']),
      parsed: z.strictObject({ type: z.literal('account'), info: Info }),
      space: z.number().int(),
    }),
    executable: z.boolean(),
    lamports: z.number().int(),
    owner: z.enum(Object.values(PROGRAMS)),
    rentEpoch: z.number(),
    space: z.number().int(),
  }),
});

/** Requests and responses of `getTokenSupply` as documented at https://solana.com/docs/rpc/http/gettokensupply. */
export const TokenSupplyRequest = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string()]),
  method: z.literal('getTokenSupply'),
  params: z.tuple([Key]),
});

export const TokenSupplyResponse = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string()]),
  result: z.strictObject({
    context: z.strictObject({ apiVersion: z.string(), slot: z.number().int() }),
    value: Amount,
  }),
});

export const TokenAccountsResponse = z.union([
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.number(), z.string()]),
    result: z.strictObject({
      context: z.strictObject({ apiVersion: z.string(), slot: z.number().int() }),
      value: z.array(Account),
    }),
  }),
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.number(), z.string()]).nullable(),
    error: z.strictObject({ code: z.number().int(), message: z.string(), data: z.unknown().optional() }),
  }),
]);
