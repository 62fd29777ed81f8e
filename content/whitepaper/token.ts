import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Token } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';
import { type AllocationId, type TierName, tokenAllocations, tokenFigures, tokenTiers } from './token-figures.ts';

const ALLOCATION_TEXTS: Readonly<Record<AllocationId, { name: Message; line: Message }>> = {
  'liquidity-pool': { name: messages.allocationPoolName, line: messages.allocationPool },
  'dev-wallet': { name: messages.allocationDevWalletName, line: messages.allocationDevWallet },
  'marketing-exchanges': { name: messages.allocationMarketingName, line: messages.allocationMarketing },
  'community-airdrops': { name: messages.allocationAirdropsName, line: messages.allocationAirdrops },
  burned: { name: messages.allocationBurnedName, line: messages.allocationBurned },
};

const TIER_TEXTS: Readonly<Record<TierName, Message>> = {
  Basic: messages.tierBasicOpens,
  Premium: messages.tierPremiumOpens,
  Elite: messages.tierEliteOpens,
};

/** The market cap's target in thousands of US dollars, the unit in which texts show it. */
export const MARKET_CAP_THOUSANDS = tokenFigures.graduation.marketCapUsd / 1_000;

/** The token's figures with their texts, for the whitepaper. Code that only needs the figures uses token-figures.ts. */
export const getToken = (t: Translator): Token => ({
  symbol: tokenFigures.symbol,
  chain: tokenFigures.chain,
  totalSupply: tokenFigures.totalSupply,
  effectiveSupply: tokenFigures.effectiveSupply,
  burned: tokenFigures.burned,
  allocations: Object.entries(tokenAllocations).map(([id, { percent, tokens }]) => {
    const { name, line } = ALLOCATION_TEXTS[id as AllocationId];
    return { id, name: t(name), percent, tokens, line: t(line) };
  }),
  unassigned: tokenFigures.unassigned,
  graduation: {
    marketCapUsd: tokenFigures.graduation.marketCapUsd,
    label: t(messages.graduationLabel, { thousands: MARKET_CAP_THOUSANDS }),
    extraBurn: tokenFigures.graduation.extraBurn,
  },
  tiers: tokenTiers.map(({ name, minimum }) => ({
    name,
    minimum,
    label: t(messages.tierLabel, { minimum }),
    opens: t(TIER_TEXTS[name]),
  })),
});
