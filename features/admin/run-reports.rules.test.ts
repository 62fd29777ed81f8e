import { expect, test } from 'vitest';
import { defaultRules } from '../../matcher/default-rules.ts';
import { runMatcher } from '../../matcher/whole-run.ts';
import { getPhaseLabel, getReasonLabel, getRunPart } from './run-reports.rules.ts';

test('has a readable label for every phase of a matching round', () => {
  const pool = { weekOf: '2026-03-02', players: [], forbiddenGroups: [] };
  for (const proof of ['quick', 'tight'] as const) {
    const { certificate } = runMatcher(pool, defaultRules, { seed: 1, effort: 'full', proof });
    const steps = certificate.phases.map(({ name }) => name);
    expect(steps).toEqual(expect.arrayContaining(['read pool', 'bound', 'squads 1', 'pairs', 'write down']));
    for (const name of steps) expect(getPhaseLabel(name)).toMatch(/^[A-Z]/);
  }
  expect(getPhaseLabel('squads 3')).toBe('Building squads, pass 3');
});

test('shows an unknown reason from an older round without hyphens', () => {
  expect(getReasonLabel('party-unplaced')).toBe('No squad for the whole party');
  expect(getReasonLabel('some-older-reason')).toBe('some older reason');
});

test('links to the shards of a round that is running or has failed', () => {
  expect(getRunPart({ status: 'done', shards: 0 })).toBe('Certificate');
  for (const status of ['running', 'failed']) {
    expect(getRunPart({ status, shards: 12 })).toBe('Shards');
    expect(getRunPart({ status, shards: 0 })).toBeNull();
  }
});
