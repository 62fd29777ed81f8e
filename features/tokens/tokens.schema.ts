import { z } from 'zod';
import { issueText } from '../../messages/issue-text.ts';
import { instant } from '../../time/instant-schema.ts';
import * as messages from './tokens.messages.ts';

export const TIERS = ['Basic', 'Premium', 'Elite'] as const;
export type Tier = (typeof TIERS)[number];

export const ChallengeRequest = z.strictObject({
  address: z
    .string(issueText(messages.addressRequired))
    .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, issueText(messages.addressInvalid)),
});

export const Challenge = z.object({
  nonce: z.string(),
  /** The exact text the wallet has to sign. */
  message: z.string(),
  expires_at: instant,
});

export const Connection = z.strictObject({
  nonce: z.string(issueText(messages.nonceMissing)).min(1, issueText(messages.nonceMissing)).max(100),
  /** 64 bytes, base64 or base64url. */
  signature: z.string(issueText(messages.signatureMissing)).min(1, issueText(messages.signatureMissing)).max(200),
});

export const Holding = z.object({
  /** False while no network is configured. Then wallets can't be connected, and balances unlock nothing. */
  enabled: z.boolean(),
  wallet: z
    .object({
      address: z.string(),
      connected_at: instant,
      /** Whole tokens at the last reading; null until the network has responded once. */
      tokens: z.int().nonnegative().nullable(),
      read_at: instant.nullable(),
      /** Whether the last reading is overdue because the network isn't responding. */
      late: z.boolean(),
    })
    .nullable(),
  /** The tier in effect; null without a wallet or without a valid balance. */
  tier: z.enum(TIERS).nullable(),
  /** URL of the script that provides test wallets; null outside the demo. */
  wallet_script: z.string().nullable(),
});
export type Holding = z.infer<typeof Holding>;
