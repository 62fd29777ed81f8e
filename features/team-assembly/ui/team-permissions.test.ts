import { expect, test } from 'vitest';
import { canConfirm, canDecline, canDeliver, canInvite, canTakeSeat } from './team-permissions.ts';

test.each([
  ['assembling', { ask: true, deliver: false, confirm: false }],
  ['filled', { ask: false, deliver: true, confirm: false }],
  ['delivered', { ask: false, deliver: false, confirm: true }],
  ['refunded', { ask: false, deliver: false, confirm: false }],
] as const)(
  'offers only the actions allowed for a team that is %s, and none during a bank review',
  (status, expectedActions) => {
    const listActions = (isFrozen: boolean) => {
      const squad = { status, frozen: isFrozen };
      return { ask: canInvite(squad), deliver: canDeliver(squad), confirm: canConfirm(squad) };
    };
    expect(listActions(false)).toEqual(expectedActions);
    expect(listActions(true)).toEqual({ ask: false, deliver: false, confirm: false });
  },
);

test('allows declining a seat at any time and accepting only outside a bank review', () => {
  const invitation = { accepted: null, status: 'assembling', frozen: false } as const;
  expect([canTakeSeat(invitation), canDecline(invitation)]).toEqual([true, true]);
  expect([canTakeSeat({ ...invitation, frozen: true }), canDecline({ ...invitation, frozen: true })]).toEqual([
    false,
    true,
  ]);
  expect([canTakeSeat({ ...invitation, status: 'filled' }), canDecline({ ...invitation, accepted: true })]).toEqual([
    false,
    false,
  ]);
});
