import { describe, expect, test } from 'vitest';
import { makePool } from '../bench/matcher/pools.ts';
import { runMatcherInWorkers, whyNotInWorker } from './pool-workers.ts';
import { defaultRules, prepareWhyNot, type Result, runMatcher, whyNot } from './run.ts';

const pickProposals = ({ squads, pairs, leftOver }: Result) => ({ squads, pairs, leftOver });
const pool = makePool('community', 1_200, 5);

describe('a run on worker threads', () => {
  test.each([1, 2, 3])('returns the same result on %i threads as the single-threaded run', async (threads) => {
    // The pool is large enough that helper threads start.
    const large = makePool('community', 3_200, 5);
    const result = runMatcher(large, defaultRules, { seed: 3, effort: 0.05 });
    const threaded = await runMatcherInWorkers(large, defaultRules, { seed: 3, effort: 0.05, threads });
    expect(pickProposals(threaded)).toEqual(pickProposals(result));
    expect(threaded.certificate.total).toBe(result.certificate.total);
    expect(threaded.certificate.seconds).toBeGreaterThan(0);
  });

  test('carries over an earlier result', async () => {
    const previous = runMatcher(pool, defaultRules, { seed: 3, effort: 'quick' });
    const changedIds = previous.squads[0]!.members.slice(0, 1);
    const options = { seed: 4, effort: 'quick' as const, previous, changed: changedIds };
    const threaded = await runMatcherInWorkers(pool, defaultRules, options);
    expect(threaded.certificate.kept).toBe(previous.squads.length - 1);
    expect(pickProposals(threaded)).toEqual(pickProposals(runMatcher(pool, defaultRules, options)));
  });

  test('reports progress', async () => {
    const phases = new Set<string>();
    await runMatcherInWorkers(pool, defaultRules, {
      seed: 3,
      effort: 'quick',
      onProgress: ({ phase }) => phases.add(phase),
    });
    expect([...phases]).toEqual(['squads', 'pairs']);
  });

  test('rejects with the original error message', async () => {
    const players = pool.players.map((player, i) => ({ ...player, platform: `platform ${i % 16}` }));
    await expect(runMatcherInWorkers({ ...pool, players }, defaultRules, { seed: 1, effort: 'quick' })).rejects.toThrow(
      'at most 15 platforms',
    );
  });
});

describe('why-not query on a worker thread', () => {
  test('returns the same answers for several players as the synchronous version', async () => {
    const result = runMatcher(pool, defaultRules, { seed: 3, effort: 'quick' });
    const ids = [result.leftOver[0]!.id, result.squads[0]!.members[0]!, 'nobody', result.leftOver.at(-1)!.id];
    const explanations = await whyNotInWorker(ids, pool, defaultRules, result);
    expect(explanations.map(({ facts }) => facts.constraint).slice(1, 3)).toEqual(['placed', 'unknown']);
    expect(explanations).toEqual(ids.map((id) => whyNot(id, pool, defaultRules, result)));
    // Sequential queries on one compiled pool return the same answers.
    const ask = prepareWhyNot(pool, defaultRules, result);
    expect(ids.toReversed().map(ask)).toEqual(explanations.toReversed());
  });

  test('rejects with the cause when a query fails', async () => {
    const players = pool.players.map((player, i) => ({ ...player, platform: `platform ${i % 16}` }));
    const pending = whyNotInWorker(['p1'], { ...pool, players }, defaultRules, { squads: [], pairs: [] });
    await expect(pending).rejects.toThrow('at most 15 platforms');
  });
});
