import { describe, expect, it } from 'vitest';
import { mapChannels } from './channels.schema.ts';
import { KIND_GROUP_NAMES, KIND_GROUPS } from './kind-groups.schema.ts';
import { KINDS, type Kind } from './notifications.schema.ts';
import { getGroupState, listChannelsSetUp, listKindsOfGroup, listKindsOfSwitch } from './preference-groups.rules.ts';

const createRow = (kind: Kind, on: string[]) => ({
  kind,
  label: kind,
  wakes: kind === 'queue',
  channels: mapChannels((channel) => on.includes(channel)),
});

describe('the groups of notification settings', () => {
  it('contain every kind that has a setting exactly once', () => {
    const grouped = KIND_GROUP_NAMES.flatMap((group) => [...KIND_GROUPS[group].kinds]);
    const expected = Object.keys(KINDS).filter((kind) => kind !== 'security' && kind !== 'test');
    expect(grouped.toSorted()).toEqual(expected.toSorted());
  });

  it('leave out kinds that a newer server sends', () => {
    const rows = [createRow('squad', []), { ...createRow('squad', []), kind: 'club' }];
    expect(listKindsOfGroup(rows, 'squad').map(({ kind }) => kind)).toEqual(['squad']);
  });

  it('are on when all of their kinds are on, and partly on when only some are', () => {
    const rows = [createRow('booking', ['email', 'push']), createRow('payment', ['email'])];
    expect(['email', 'push', 'sms'].map((channel) => getGroupState(rows, channel as 'email'))).toEqual([
      'on',
      'some',
      'off',
    ]);
  });

  it('include alerts that expire in seconds only in the switch for push', () => {
    const rows = [createRow('queue', []), createRow('match_proposed', ['email'])];
    expect(getGroupState(rows, 'email')).toBe('on');
    expect(listKindsOfSwitch(rows, 'push')).toHaveLength(2);
  });
});

describe('listChannelsSetUp', () => {
  it('leaves out channels without an address', () => {
    expect(listChannelsSetUp({ nowhere: ['sms', 'discord', 'push'] }, undefined)).toEqual(['email']);
  });

  it('includes push once a device has it', () => {
    expect(listChannelsSetUp({ nowhere: ['sms', 'discord', 'push'] }, 1)).toEqual(['email', 'push']);
  });
});
