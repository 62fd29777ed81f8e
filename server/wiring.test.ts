import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wiring } from './wiring.ts';

test("runs each event's handlers in a fixed order", () => {
  const hearing = Object.fromEntries(
    [...wiring.handlers].map(([event, handlers]) => [event, handlers.map((handler) => handler.name)]),
  );
  expect(hearing).toEqual({
    'accounts.leaving': [
      'hideProfileBeforeDeletion',
      'endMatchesBeforeDeletion',
      'removeUserFromQueue',
      'removeFromSquadsBeforeDeletion',
      'onAccountDeletionScheduledInLfg',
      'onAccountDeletionScheduledInPayments',
      'onAccountDeletionScheduledInTeams',
      'onAccountDeletionScheduledInBookings',
      'onAccountDeletionScheduledInCalls',
    ],
    'accounts.returned': ['restoreProfileVisibility', 'onAccountRestoredInLfg', 'onAccountRestoredInPayments'],
    'accounts.erasing': [
      'removeUserFromQueue',
      'removeFromSquadsBeforeDeletion',
      'anonymizeAuthor',
      'eraseMentions',
      'eraseGameEvidence',
      'onAccountErasedInTeams',
      'onAccountErasedInPayments',
    ],
    'moderation.banned': [
      'endMatchesOfBannedPlayer',
      'removeBannedFromQueue',
      'removeBannedFromSquads',
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
    'profiles.published': ['requestFirstSearch', 'refreshTicketProfile'],
    'profiles.streaming-linked': ['onStreamingLinked'],
    'profiles.withdrawn': ['endMatchesOfUnpublishedPlayer', 'removeUserFromQueue', 'removeUnpublishedFromInvitations'],
    'moderation.became-unreliable': ['onBecameUnreliable'],
    'moderation.became-reliable': ['onBecameReliable'],
    'matches.became-mutual': ['createSquad'],
    'matches.became-party': ['createPartySquad'],
    'matches.joined-party': ['joinPartyMates'],
    'matches.left-party': ['removeFormerPartyFromQueue'],
    'profiles.blocked': [
      'closeProposalsBetween',
      'splitPartyOfBlocked',
      'separateBlockedTickets',
      'separateBlockedSquadmates',
      'onUserBlockedInLfg',
      'onUserBlockedInTeams',
    ],
  });
});

test('implements every port that a feature declares', () => {
  const open = globSync('features/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/= port<[^;]*?>\('([^']+)'\)/g)].map(([, name]) => name),
  );
  expect(open).toContain('payments.fulfillments');
  expect([...wiring.portImplementations.keys()].sort()).toEqual(open.sort());
});
