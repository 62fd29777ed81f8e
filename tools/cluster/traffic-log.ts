import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { askNode, makeNumberWriter, type NumberWriter, WRITE_LOG_SQL } from '../../server/test-writers.ts';
import { createDatabaseVariables, toHttpUrl } from './cluster-plan.ts';
import type { Cluster } from './start-cluster.ts';

/** Returns whether a status is acceptable while parts are down: success, a valid refusal or unavailable. */
const isAllowedStatus = (status: number) =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500) || status === 503;

const PAUSE_MS = 20;
const MAX_BODY_SHOWN = 200;
const PUBLIC = ['/', '/protocol/find', '/tournament-of-power'];

export type TrafficLog = {
  /** Responses that must not occur, counted by status or error. */
  disallowed: Map<string, number>;
  /** Failed requests for cached pages, counted by status or error. */
  failedPages: Map<string, number>;
  /** 503 responses, counted by source: the load balancer, or one of our nodes with its error message. */
  unavailable: Map<string, number>;
  pages: number;
  /** Longest time in ms without an acknowledged write. */
  longestGapMs: () => number;
  /** Loads the public pages on every node, so they're cached as they would be with real visitors. */
  warm: () => Promise<void>;
  /** Resets the counters, except for acknowledged writes. */
  begin: () => void;
  /** Restarts the measurement of gaps. */
  resetGap: () => void;
  acknowledged: () => number;
  /** @returns acknowledged writes that are missing from the database, even if later ones were stored */
  lost: () => Promise<string[]>;
  stop: () => Promise<void>;
};

const addOne = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/**
 * Simulates users through the load balancer. Some write consecutive numbers, 20 ms apart, some read their own data, and
 * some only view public pages. The log records which writes were acknowledged.
 */
export async function recordTraffic({ origin, plan }: Cluster, writers: number): Promise<TrafficLog> {
  const runQuery = async <Row extends object>(statement: string): Promise<Row[]> => {
    const client = new pg.Client(createDatabaseVariables(plan).DATABASE_DIRECT_URL);
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  await runQuery(WRITE_LOG_SQL);
  const people: NumberWriter[] = [];
  for (let index = 0; index < writers; index++) people.push(await makeNumberWriter(origin, `diary-${index}`));
  const warmUp = async () => {
    for (const { role, address } of plan.nodes) {
      if (role === 'worker') continue;
      for (const path of PUBLIC) await askNode(toHttpUrl(address), path).catch(() => {});
    }
  };
  await warmUp();
  const disallowedResponses = new Map<string, number>();
  const pagesMissed = new Map<string, number>();
  const unavailableCounts = new Map<string, number>();
  let isOver = false;
  let pages = 0;
  let lastAt = performance.now();
  let longest = 0;
  const noteResult = (status: number | string, text = '') => {
    if (status === 503)
      addOne(unavailableCounts, text.startsWith('<html') ? 'the balancer' : text.slice(0, MAX_BODY_SHOWN));
    if (typeof status === 'string' || !isAllowedStatus(status)) addOne(disallowedResponses, String(status));
  };
  const recordFailure = (error: unknown) => {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? message;
  };
  const requests = [
    ...people.map(async (person) => {
      while (!isOver) {
        const before = person.acknowledged;
        const response = await person.write(origin);
        noteResult(response?.status ?? 'no answer', response?.text);
        if (person.acknowledged > before) {
          const now = performance.now();
          longest = Math.max(longest, now - lastAt);
          lastAt = now;
        }
        await pause(PAUSE_MS);
      }
    }),
    ...['/api/profiles/me', '/api/matches', '/api/lfg/listings', '/api/dashboard'].map(async (path, index) => {
      const { token } = people[index % people.length]!;
      while (!isOver) {
        const headers = { Authorization: `Bearer ${token}` };
        await askNode(origin, path, { headers }).then(
          ({ status, text }) => noteResult(status, text),
          (error) => noteResult(recordFailure(error)),
        );
        await pause(PAUSE_MS * 2);
      }
    }),
    ...PUBLIC.map(async (path) => {
      while (!isOver) {
        const status = await askNode(origin, path).then(({ status }) => status, recordFailure);
        pages++;
        if (status !== 200) addOne(pagesMissed, `${path} ${status}`);
        await pause(PAUSE_MS * 2);
      }
    }),
  ];
  return {
    disallowed: disallowedResponses,
    failedPages: pagesMissed,
    unavailable: unavailableCounts,
    warm: warmUp,
    begin: () => {
      for (const counts of [disallowedResponses, pagesMissed, unavailableCounts]) counts.clear();
    },
    get pages() {
      return pages;
    },
    longestGapMs: () => Math.max(longest, performance.now() - lastAt),
    resetGap: () => {
      longest = 0;
      lastAt = performance.now();
    },
    acknowledged: () => people.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    lost: async () => {
      // Copy the list first, because more writes are acknowledged while the query runs.
      const acknowledgedLists = people.map(({ acknowledged }) => acknowledged);
      const lines = await runQuery<{ player: string; line: string }>('select player, line from diary_lines');
      const keptLines = new Set(lines.map(({ player, line }) => `${player} ${line}`));
      return people.flatMap(({ id }, index) =>
        Array.from({ length: acknowledgedLists[index]! }, (_, index) => `${id} write ${index + 1}`).filter(
          (line) => !keptLines.has(line),
        ),
      );
    },
    stop: async () => {
      isOver = true;
      await Promise.all(requests);
    },
  };
}
