import type { Architecture } from '../schema/whitepaper-schema.ts';

export const architecture: Architecture = {
  layers: [
    {
      id: 'people',
      title: 'People',
      boxes: [
        { id: 'browser', column: 1, title: 'Browser', line: 'Pages that read without scripts' },
        { id: 'mail', column: 2, title: 'Email, SMS, Discord', line: 'Messages you agreed to' },
      ],
    },
    {
      id: 'front-door',
      title: 'One front door',
      boxes: [
        { id: 'api', column: 1, title: 'API', line: 'Checks, authorizes, answers' },
        { id: 'accounts', column: 3, title: 'Accounts', line: 'Sessions, two-factor, sign-in' },
      ],
    },
    {
      id: 'work',
      title: 'Work',
      boxes: [
        { id: 'matcher', column: 0, title: 'Matcher', line: 'Pure functions, same seed, same squads' },
        { id: 'ledger', column: 1, title: 'Ledger', line: 'Double entry, append-only' },
        { id: 'outbox', column: 2, title: 'Outbox', line: 'Messages sent once per cause' },
      ],
    },
    {
      id: 'store',
      title: 'Store',
      boxes: [
        { id: 'database', column: 0, title: 'PostgreSQL', line: 'One truth, jobs included' },
        { id: 'files', column: 2, title: 'File store', line: 'Disk or any S3-compatible store' },
      ],
    },
    {
      id: 'outside',
      title: 'Outside services',
      boxes: [
        { id: 'payments', column: 1, title: 'Payment provider', line: 'Cards, payouts, identity' },
        { id: 'platforms', column: 2, title: 'Twitch, Discord', line: 'Sign-in, streams, messages' },
        { id: 'chain', column: 3, title: 'Solana RPC', line: 'Reads balances, moves nothing' },
      ],
    },
  ],
  arrows: [
    { from: 'browser', to: 'api', label: 'asks' },
    { from: 'browser', to: 'accounts', label: 'signs in' },
    { from: 'api', to: 'matcher', label: 'starts runs' },
    { from: 'api', to: 'ledger', label: 'records money' },
    { from: 'api', to: 'outbox', label: 'queues messages' },
    { from: 'matcher', to: 'database', label: 'stores squads' },
    { from: 'ledger', to: 'database', label: 'stores lines' },
    { from: 'outbox', to: 'mail', label: 'sends' },
    { from: 'api', to: 'files', label: 'keeps pictures' },
    { from: 'ledger', to: 'payments', label: 'charges, pays, refunds' },
    { from: 'accounts', to: 'platforms', label: 'verifies' },
    { from: 'accounts', to: 'chain', label: 'reads balance' },
  ],
};
