import type { Section } from '../schema/whitepaper-schema.ts';

export const tokenSection: Section = {
  id: 'token',
  number: 5,
  title: 'The token',
  summary: 'A community meme coin: fixed supply, plain allocation, three holder tiers.',
  blocks: [
    {
      kind: 'text',
      text: 'The token is a meme coin on Solana, a public blockchain. It began as a joke among people who like each other and still is one, with a small use: holders get some extras. It carries no claim on the product, its income or its decisions.',
    },
    { kind: 'figure', figure: 'token-allocation', caption: 'Allocation of the total supply of 1,000,000,000 tokens' },
    {
      kind: 'table',
      caption: 'Allocation in figures',
      columns: ['Line', 'Share', 'Tokens'],
      rows: [
        ['Liquidity pool', '74.45%', '744,500,000'],
        ['Dev wallet', '10%', '100,000,000'],
        ['Marketing and exchanges', '10%', '100,000,000'],
        ['Community airdrops', '5%', '50,000,000'],
        ['Burned', '0.5%', '5,000,000'],
      ],
    },
    {
      kind: 'text',
      text: "The five lines add up to 999,500,000. The remaining 500,000 tokens, 0.05%, aren't assigned to any of them in this version. After the burn of 5,000,000, the effective supply is 995,000,000.",
    },
    { kind: 'heading', text: 'Holder tiers' },
    {
      kind: 'table',
      caption: 'What a balance unlocks',
      columns: ['Tier', 'Tokens', 'Opens'],
      rows: [
        ['Basic', '0+', 'The whole squad finder, as for everyone'],
        ['Premium', '100,000+', 'What the Premium plan sees'],
        ['Elite', '1,000,000+', 'Everything Premium unlocks'],
      ],
    },
    {
      kind: 'text',
      text: "You prove a balance by signing a message with your wallet. That isn't a transaction: it costs nothing and moves nothing. We read the balance at most every 10 minutes, keep the last reading, and forget both wallet and balance when you disconnect.",
    },
    { kind: 'heading', text: 'Status of each promise' },
    {
      kind: 'statuses',
      items: [
        { name: 'First burn', status: 'Live', text: '5,000,000 tokens are burned.' },
        { name: 'Holder tiers', status: 'Beta', text: "We're testing the check by signed message." },
        {
          name: 'Dev wallet lock',
          status: 'Pending',
          text: "We plan to lock the dev wallet's 100,000,000 tokens.",
        },
        {
          name: 'Liquidity-pool graduation',
          status: 'Pending',
          text: 'The pool graduates when the market cap reaches its target of 69k US dollars.',
        },
        {
          name: 'Further 5M burn',
          status: 'Pending',
          text: 'We plan to burn an extra 5,000,000 tokens at graduation.',
        },
        { name: 'Community airdrops', status: 'Planned', text: 'For people who help, teach and create.' },
      ],
    },
    {
      kind: 'note',
      text: "No one from the crew will ever ask for your seed phrase. If a stranger sends you an address in a chat, it isn't ours.",
    },
  ],
};
