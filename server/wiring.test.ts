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
      'endForLeaver',
      'closePurchases',
      'vacateSeats',
      'leaveBookings',
      'endCallOfLeaver',
    ],
    'accounts.returned': ['showReturned', 'openForReturned', 'restorePlans'],
    'accounts.erasing': ['dropLeaver', 'leaveAllSquads', 'wipeWriter', 'keepSeatsOfErased', 'forgetAtProcessor'],
    'moderation.banned': [
      'withdrawBanned',
      'dropBanned',
      'leaveBannedSquads',
      'endForBanned',
      'vacateBanned',
      'stopBookings',
      'endPurchasesOfBanned',
      'endCallOfBanned',
      'notifyBanned',
    ],
    'moderation.ban-ended': ['showForBanEnded', 'resumeBookings', 'notifyBanEnded'],
    'moderation.appeal-filed': ['notifyAppealFiled'],
    'moderation.appeal-decided': ['notifyAppealDecided'],
    'profiles.published': ['askForLook', 'readAnew'],
    'profiles.streaming-linked': ['askForPicture'],
    'profiles.withdrawn': ['withdrawHidden', 'dropLeaver', 'forgetInvitations'],
    'moderation.became-unreliable': ['notifyUnreliable'],
    'moderation.became-reliable': ['notifyReliable'],
    'matches.became-mutual': ['foundSquad'],
    'matches.became-party': ['foundPartySquad'],
    'matches.joined-party': ['bringAlong'],
    'matches.left-party': ['dropParted'],
    'profiles.blocked': [
      'closeProposalsBetween',
      'partCompany',
      'keepApart',
      'partSquadmates',
      'partApplicants',
      'partSeats',
    ],
  });
});

test('every place that a feature leaves open is filled', () => {
  const open = globSync('features/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/= port<[^;]*?>\('([^']+)'\)/g)].map(([, name]) => name),
  );
  expect(open).toContain('deals.fulfilments');
  expect([...wiring.portImplementations.keys()].sort()).toEqual(open.sort());
});
