import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wiring } from './wiring.ts';

test('who hears what, in the order in which they act', () => {
  const hearing = Object.fromEntries(
    [...wiring.handlers].map(([event, handlers]) => [event, handlers.map((handler) => handler.name)]),
  );
  expect(hearing).toEqual({
    'accounts.leaving': [
      'hideLeaver',
      'withdrawLeaver',
      'dropLeaver',
      'leaveAllSquads',
      'onAccountDeletionScheduledInLfg',
      'onAccountDeletionScheduledInPayments',
      'onAccountDeletionScheduledInTeams',
      'onAccountDeletionScheduledInBookings',
      'onAccountDeletionScheduledInCalls',
    ],
    'accounts.returned': ['showReturned', 'onAccountRestoredInLfg', 'onAccountRestoredInPayments'],
    'accounts.erasing': [
      'dropLeaver',
      'leaveAllSquads',
      'wipeWriter',
      'onAccountErasedInTeams',
      'onAccountErasedInPayments',
    ],
    'moderation.banned': [
      'withdrawBanned',
      'dropBanned',
      'leaveBannedSquads',
      'onUserBannedInLfg',
      'onUserBannedInTeams',
      'onUserBannedInBookings',
      'onUserBannedInPayments',
      'onUserBannedInCalls',
      'onUserBannedInNotifications',
    ],
    'moderation.ban-ended': ['onBanEndedInLfg', 'onBanEndedInBookings', 'onBanEndedInNotifications'],
    'moderation.appeal-filed': ['onAppealFiled'],
    'moderation.appeal-decided': ['onAppealDecided'],
    'profiles.published': ['askForLook', 'readAnew'],
    'profiles.streaming-linked': ['onStreamingLinked'],
    'profiles.withdrawn': ['withdrawHidden', 'dropLeaver', 'forgetInvitations'],
    'moderation.became-unreliable': ['onBecameUnreliable'],
    'moderation.became-reliable': ['onBecameReliable'],
    'matches.became-mutual': ['foundSquad'],
    'matches.became-party': ['foundPartySquad'],
    'matches.joined-party': ['bringAlong'],
    'matches.left-party': ['dropParted'],
    'profiles.blocked': [
      'closeProposalsBetween',
      'partCompany',
      'keepApart',
      'partSquadmates',
      'onUserBlockedInLfg',
      'onUserBlockedInTeams',
    ],
  });
});

test('every place that a feature leaves open is filled', () => {
  const open = globSync('features/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/= port<[^;]*?>\('([^']+)'\)/g)].map(([, name]) => name),
  );
  expect(open).toContain('payments.fulfilments');
  expect([...wiring.portImplementations.keys()].sort()).toEqual(open.sort());
});
