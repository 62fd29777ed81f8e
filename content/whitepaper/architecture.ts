import type { Translator } from '../../messages/translator.ts';
import type { Architecture } from '../schema/whitepaper-schema.ts';
import * as messages from './content-whitepaper.messages.ts';

export const getArchitecture = (t: Translator): Architecture => ({
  layers: [
    {
      id: 'people',
      title: t(messages.diagramPeople),
      boxes: [
        { id: 'browser', column: 1, title: t(messages.diagramBrowser), line: t(messages.diagramBrowserLine) },
        { id: 'mail', column: 2, title: t(messages.diagramMail), line: t(messages.diagramMailLine) },
      ],
    },
    {
      id: 'front-door',
      title: t(messages.diagramFrontDoor),
      boxes: [
        { id: 'api', column: 1, title: 'API', line: t(messages.diagramApiLine) },
        { id: 'accounts', column: 3, title: t(messages.diagramAccounts), line: t(messages.diagramAccountsLine) },
      ],
    },
    {
      id: 'work',
      title: t(messages.diagramWork),
      boxes: [
        { id: 'matcher', column: 0, title: t(messages.diagramMatcher), line: t(messages.diagramMatcherLine) },
        { id: 'ledger', column: 1, title: t(messages.diagramLedger), line: t(messages.diagramLedgerLine) },
        { id: 'outbox', column: 2, title: t(messages.diagramOutbox), line: t(messages.diagramOutboxLine) },
      ],
    },
    {
      id: 'store',
      title: t(messages.diagramStore),
      boxes: [
        { id: 'database', column: 0, title: 'PostgreSQL', line: t(messages.diagramDatabaseLine) },
        { id: 'files', column: 2, title: t(messages.diagramFiles), line: t(messages.diagramFilesLine) },
      ],
    },
    {
      id: 'outside',
      title: t(messages.diagramOutside),
      boxes: [
        { id: 'payments', column: 1, title: t(messages.diagramPayments), line: t(messages.diagramPaymentsLine) },
        { id: 'platforms', column: 2, title: 'Twitch, Discord', line: t(messages.diagramPlatformsLine) },
        { id: 'chain', column: 3, title: 'Solana RPC', line: t(messages.diagramChainLine) },
      ],
    },
  ],
  arrows: [
    { from: 'browser', to: 'api', label: t(messages.diagramAsks) },
    { from: 'browser', to: 'accounts', label: t(messages.diagramSignsIn) },
    { from: 'api', to: 'matcher', label: t(messages.diagramStartsRuns) },
    { from: 'api', to: 'ledger', label: t(messages.diagramRecordsMoney) },
    { from: 'api', to: 'outbox', label: t(messages.diagramQueuesMessages) },
    { from: 'matcher', to: 'database', label: t(messages.diagramStoresSquads) },
    { from: 'ledger', to: 'database', label: t(messages.diagramStoresLines) },
    { from: 'outbox', to: 'mail', label: t(messages.diagramSends) },
    { from: 'api', to: 'files', label: t(messages.diagramKeepsPictures) },
    { from: 'ledger', to: 'payments', label: t(messages.diagramCharges) },
    { from: 'accounts', to: 'platforms', label: t(messages.diagramVerifies) },
    { from: 'accounts', to: 'chain', label: t(messages.diagramReadsBalance) },
  ],
});
