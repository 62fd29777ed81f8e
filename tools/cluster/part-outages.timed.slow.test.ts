import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitUntilHealthy, waitUntilWritten } from './fail-over.ts';
import { describeCluster, listMissingPackages } from './needed-programs.ts';
import { type Cluster, startCluster } from './start-cluster.ts';
import { recordTraffic, type TrafficLog } from './traffic-log.ts';

const WRITER_COUNT = 2;
/** Number of concurrent clients: the writers, four readers, and three clients that view pages. */
const CLIENT_COUNT = WRITER_COUNT + 7;
const AWAY_MS = 20_000;
/** Maximum gap between writes that users don't notice, because one request just takes longer. */
const UNNOTICED_MS = 5_000;
/** Time for the leader's lease to expire and requests in progress to finish. */
const STEPPED_DOWN_MS = 20_000;
const RECOVERED_WRITES = 20;

/**
 * Tests the rows of "What happens during an outage" in docs/operations.md other than failovers. CHAOS_ROUNDS=0 skips
 * these tests too.
 */
const title = describeCluster('a cluster with a part that is down');
const isAsked = process.env.CHAOS_ROUNDS !== '0';
const name = isAsked ? title : `${title} (skipped: CHAOS_ROUNDS is 0)`;
describe.runIf(isAsked && listMissingPackages().length === 0)(name, () => {
  let cluster: Cluster;
  let trafficLog: TrafficLog;
  beforeAll(async () => {
    cluster = await startCluster({
      AUTH_AUTOCONFIRM: 'true',
      AUTH_LIMITS_DISABLED: 'true',
      DISCORD_BOT_TOKEN: 'a key',
    });
    trafficLog = await recordTraffic(cluster, WRITER_COUNT);
  }, 600_000);
  afterAll(async () => {
    await trafficLog?.stop();
    await cluster?.stop();
  }, 120_000);
  beforeEach(async () => {
    await waitUntilHealthy(cluster);
    await waitUntilWritten(trafficLog, RECOVERED_WRITES);
    await trafficLog.warm();
    trafficLog.begin();
    trafficLog.resetGap();
  }, 180_000);

  const findDatabase = async (role: RegExp) => {
    for (const { name } of cluster.plan.databases) {
      if (role.test(await cluster.parts.get(name)!.readState())) return name;
    }
    throw new Error(`No database node is ${role}.`);
  };
  const kill = (names: string[]) => Promise.all(names.map((one) => cluster.parts.get(one)!.kill()));
  const bringBack = async (names: string[]) => {
    for (const one of names) await cluster.parts.get(one)!.restart();
  };
  const logLongestGap = (what: string) =>
    console.log(`${what}: no write for ${Math.round(trafficLog.longestGapMs())} ms`);
  const expectNothingLost = () => expect.poll(() => trafficLog.lost(), { timeout: 60_000 }).toEqual([]);

  const unnoticedOutages: [string, () => Promise<string[]>][] = [
    ['the asynchronous replica', async () => [await findDatabase(/^replica/)]],
    ['the synchronous replica', async () => [await findDatabase(/^sync/)]],
    ['both replicas', async () => [await findDatabase(/^sync/), await findDatabase(/^replica/)]],
    ['one etcd member', async () => ['etcd1']],
  ];
  for (const [what, whom] of unnoticedOutages) {
    test(`keeps accepting writes without ${what}`, async () => {
      const names = await whom();
      await kill(names);
      await pause(AWAY_MS);
      logLongestGap(what);
      expect(trafficLog.longestGapMs()).toBeLessThan(UNNOTICED_MS);
      expect([...trafficLog.disallowed, ...trafficLog.failedPages]).toEqual([]);
      await bringBack(names);
      await expectNothingLost();
    });
  }

  const leaderlessOutages: [string, () => Promise<string[]>][] = [
    [
      'the leader and the synchronous replica',
      async () => [await findDatabase(/^sync/), await findDatabase(/^leader/)],
    ],
    ['two etcd members', async () => ['etcd1', 'etcd2']],
    ['PgBouncer', async () => ['pgbouncer']],
  ];
  for (const [what, whom] of leaderlessOutages) {
    test(`serves pages but accepts no writes without ${what}, until one is back`, async () => {
      const names = await whom();
      await kill(names);
      await pause(STEPPED_DOWN_MS);
      const before = trafficLog.acknowledged();
      await pause(AWAY_MS);
      logLongestGap(what);
      expect(trafficLog.acknowledged()).toBe(before);
      expect([...trafficLog.disallowed, ...trafficLog.failedPages]).toEqual([]);
      await bringBack(names.slice(0, 1));
      await waitUntilWritten(trafficLog, RECOVERED_WRITES);
      await bringBack(names.slice(1));
      await expectNothingLost();
    });
  }

  test('loses only the requests in progress when a web node is killed', async () => {
    await kill(['web1']);
    await pause(AWAY_MS);
    logLongestGap('a web node');
    expect(trafficLog.longestGapMs()).toBeLessThan(UNNOTICED_MS);
    const failures = [...trafficLog.disallowed.values(), ...trafficLog.failedPages.values()].reduce(
      (sum, one) => sum + one,
      0,
    );
    expect(failures).toBeLessThanOrEqual(CLIENT_COUNT);
    await bringBack(['web1']);
    await expectNothingLost();
  });

  // Must be the last test, because a node that's starting exits when the next part is stopped and nothing restarts it.
  test('keeps accepting writes without any worker', async () => {
    const workers = cluster.plan.nodes.filter(({ role }) => role === 'worker').map(({ name }) => name);
    await kill(workers);
    await pause(AWAY_MS);
    logLongestGap('all workers');
    expect(trafficLog.longestGapMs()).toBeLessThan(UNNOTICED_MS);
    expect([...trafficLog.disallowed, ...trafficLog.failedPages]).toEqual([]);
    await expectNothingLost();
  });
});
