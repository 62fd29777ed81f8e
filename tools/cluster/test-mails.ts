import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { askNode, makeNumberWriter } from '../../server/test-writers.ts';
import { createDatabaseVariables } from './cluster-plan.ts';
import type { Cluster } from './start-cluster.ts';

const PAUSE_MS = 50;
const CHECK_MS = 1_000;
/** Time limit for processing all jobs; longer than a killed worker's jobs stay locked. */
const SETTLED_MS = 240_000;

/** Counts for email requests. Each request is a job that enqueues another job, which sends the email. */
export type MailCounter = {
  /** Requests answered with 200. */
  asked: number;
  /** Request jobs in the database. There are more than `asked` if a response was lost. */
  requests: number;
  /** Sending jobs. There are more than `requests` if a worker was killed between doing its work and reporting it. */
  mails: number;
  /** Waiting or running jobs of both kinds. */
  open: number;
  failed: number;
  /** Jobs that were restarted after their worker was killed. */
  again: number;
};

/** Continuously requests password reset links for this many users; each request is work for a worker. */
export async function requestEmails({ origin, plan }: Cluster, people: number) {
  const names = Array.from({ length: people }, (_, index) => `mail-${index}`);
  const ids: string[] = [];
  for (const name of names) ids.push((await makeNumberWriter(origin, name)).id);
  let requestCount = 0;
  let isOver = false;
  const requests = names.map(async (name) => {
    const body = JSON.stringify({ email: `${name}@planet.example` });
    const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    while (!isOver) {
      const response = await askNode(origin, '/auth/v1/recover', request).catch(() => undefined);
      if (response?.status === 200) requestCount++;
      await pause(PAUSE_MS);
    }
  });
  const readCounter = async (): Promise<MailCounter> => {
    const client = new pg.Client(createDatabaseVariables(plan).DATABASE_DIRECT_URL);
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query<Omit<MailCounter, 'asked'>>(COUNT_SQL, [ids]);
      return { asked: requestCount, ...rows[0]! };
    } finally {
      await client.end();
    }
  };
  return {
    /** Stops the requests and waits until workers have processed all of them. */
    settled: async (): Promise<MailCounter> => {
      isOver = true;
      await Promise.all(requests);
      for (const latest = performance.now() + SETTLED_MS; ; await pause(CHECK_MS)) {
        const mails = await readCounter();
        if (mails.open === 0 || performance.now() > latest) return mails;
      }
    },
  };
}

const COUNT_SQL = `
  select (count(*) filter (where name = 'account-request'))::int as requests,
         (count(*) filter (where name = 'account-mail'))::int as mails,
         (count(*) filter (where state in ('created', 'retry', 'active')))::int as open,
         (count(*) filter (where state in ('cancelled', 'failed')))::int as failed,
         (count(*) filter (where retry_count > 0))::int as again
    from pgboss.job
   where name = 'account-mail' and data ->> 'userId' = any ($1::text[])
      or name = 'account-request' and data -> 'address' ->> 'email' like 'mail-%'`;
