import { expect, test } from 'vitest';
import { canConfirm, canDecline, canDeliver, canInvite, canTakeSeat } from './team-permissions.ts';

test.each([
  ['assembling', { ask: true, deliver: false, confirm: false }],
  ['filled', { ask: false, deliver: true, confirm: false }],
  ['delivered', { ask: false, deliver: false, confirm: true }],
  ['refunded', { ask: false, deliver: false, confirm: false }],
] as const)('offers only the actions a team that is %s allows, and none during a bank review', (status, offered) => {
  const acts = (frozen: boolean) => {
    const squad = { status, frozen };
    return { ask: canInvite(squad), deliver: canDeliver(squad), confirm: canConfirm(squad) };
  };
  expect(acts(false)).toEqual(offered);
  expect(acts(true)).toEqual({ ask: false, deliver: false, confirm: false });
});

test('allows declining a seat at any time and accepting only outside a bank review', () => {
  const asked = { accepted: null, status: 'assembling', frozen: false } as const;
  expect([canTakeSeat(asked), canDecline(asked)]).toEqual([true, true]);
  expect([canTakeSeat({ ...asked, frozen: true }), canDecline({ ...asked, frozen: true })]).toEqual([false, true]);
  expect([canTakeSeat({ ...asked, status: 'filled' }), canDecline({ ...asked, accepted: true })]).toEqual([
    false,
    false,
  ]);
});
