import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { startTestPostgres } from '../../db/test-postgres.ts';
import { enqueueNotification } from '../../features/notifications/notifications.commands.ts';
import { makePlayer } from '../../features/profiles/profiles.factory.ts';
import { openContext } from '../../server/context.ts';
import { readEnv } from '../../server/env.ts';
import { jobKinds } from '../../server/job-kinds.ts';
import { startNode } from '../../tools/node-under-test.ts';
import { requirePostgres, roundToTwoDigits, writeResults } from '../bench-tools.ts';
import { startSlowVendor } from './slow-vendor.ts';

/**
 * Measures the delays users notice: how long until 500 sign-in codes reach the mail server, and how long until an
 * urgent message overtakes 100,000 low-priority ones. Also measures how many emails a second one node sends when the
 * vendor takes 60 ms for each, and how many queries an idle node sends.
 */
const VENDOR_MS = 60;
const CODE_COUNT = 500;
const BULK_SIZE = 100_000;
const PLAYER_COUNT = 200;
const RATE_SECONDS = 10;
const IDLE_SECONDS = 30;
const URGENT_COUNT = 5;
const TARGETS = { codesSeconds: 10, urgentSeconds: 5, mailsPerSecond: 300, idleTransactions: 8 };
const TIMEOUT_MS = 120_000;

requirePostgres();
const postgres = await startTestPostgres();
const vendor = await startSlowVendor(VENDOR_MS);
const variables = {
  DATABASE_URL: postgres.url,
  SMTP_URL: vendor.url,
  LOG_LEVEL: 'error',
  NODE_ENV: 'test',
  AUTH_LIMITS_DISABLED: 'true',
};
const node = await startNode(variables);
const { deps, close } = await openContext(readEnv(variables));
await deps.jobs.start(jobKinds, deps, false);

async function waitUntil(isSo: () => boolean, what: string): Promise<void> {
  const startedAt = performance.now();
  while (!isSo()) {
    if (performance.now() - startedAt > TIMEOUT_MS) throw new Error(`${what} did not happen in time.`);
    await pause(20);
  }
}

const measureSeconds = (since: number) => roundToTwoDigits((performance.now() - since) / 1_000);

/** Seconds to wait after creating the job queues. Each node reloads the queues' settings only once a minute. */
const KNOWN_AFTER_SECONDS = 65;

async function countIdleTransactions(): Promise<number> {
  const count = async () => {
    const { rows } = await deps.db.execute<{ count: number }>(
      sql`select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`,
    );
    return Number(rows[0]!.count);
  };
  const before = await count();
  await pause(IDLE_SECONDS * 1_000);
  return Number((((await count()) - before - 1) / IDLE_SECONDS).toFixed(1));
}

async function measureSignInCodes(): Promise<number> {
  const startedAt = performance.now();
  const names = Array.from({ length: CODE_COUNT }, (_, index) => `code-${index}@planet.example`);
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let email = names.pop(); email; email = names.pop()) {
        const body = JSON.stringify({ email });
        const headers = { 'Content-Type': 'application/json' };
        const response = await fetch(`${node.origin}/auth/v1/otp`, { method: 'POST', headers, body });
        if (!response.ok) throw new Error(`A code was refused: ${response.status} ${await response.text()}`);
      }
    }),
  );
  const countArrived = () => vendor.arrivals.filter(({ to }) => to.startsWith('code-')).length;
  await waitUntil(() => countArrived() >= CODE_COUNT, `${CODE_COUNT} codes`);
  return measureSeconds(startedAt);
}

/** Fills the outbox with low-priority messages, one email each. */
async function fillOutbox(userIds: string[]): Promise<void> {
  await deps.db.execute(sql`
    insert into notification_outbox (user_id, kind, dedupe_key, title, lines, channels, created_at)
    select (${sql.param(userIds)}::uuid[])[1 + n % ${userIds.length}], 'lfg', 'bench:' || n, 'Somebody applied',
           '{"They play C."}', '{email}', now()
      from generate_series(1, ${BULK_SIZE}) n`);
}

const createUrgent = (userId: string, index: number) =>
  deps.db.transaction((tx) =>
    enqueueNotification(tx, deps, {
      userId,
      write: () => ({
        kind: 'security',
        title: 'Somebody signed in',
        lines: ['From a new device.'],
        link: { label: 'See the match', path: '/protocol/security' },
        dedupeKey: `bench-urgent:${index}`,
      }),
    }),
  );

async function measureUrgentAndRate() {
  const players = [];
  for (let index = 0; index < PLAYER_COUNT; index++) players.push(await makePlayer(deps));
  const waiter = players.pop()!;
  await fillOutbox(players.map(({ userId }) => userId));
  const before = vendor.arrivals.length;
  await deps.jobs.send('deliver-notifications', {});
  await waitUntil(() => vendor.arrivals.length > before + 1_000, 'The first thousand mails');
  const rateBegan = performance.now();
  const arrivalsBefore = vendor.arrivals.length;
  await pause(RATE_SECONDS * 1_000);
  const mailsPerSecond = Math.round((vendor.arrivals.length - arrivalsBefore) / measureSeconds(rateBegan));
  const waits: number[] = [];
  for (let index = 0; index < URGENT_COUNT; index++) {
    const startedAt = performance.now();
    const arrivedBefore = vendor.arrivals.length;
    await createUrgent(waiter.userId, index);
    await waitUntil(
      () => vendor.arrivals.slice(arrivedBefore).some(({ to }) => to === waiter.email),
      'An urgent message',
    );
    waits.push(measureSeconds(startedAt));
  }
  return { mailsPerSecond, urgentSeconds: Math.max(...waits), left: BULK_SIZE - (vendor.arrivals.length - before) };
}

await pause(KNOWN_AFTER_SECONDS * 1_000);
const idleCount = await countIdleTransactions();
const codesSeconds = await measureSignInCodes();
const { mailsPerSecond, urgentSeconds, left } = await measureUrgentAndRate();
await close();
await node.stop('SIGKILL');
await vendor.close().catch(() => {});
await postgres.stop();

const rows = {
  [`${CODE_COUNT} sign-in codes with the mail server, s`]: {
    value: codesSeconds,
    bar: TARGETS.codesSeconds,
    pass: codesSeconds <= TARGETS.codesSeconds,
  },
  [`an urgent message behind ${left}, the slowest of ${URGENT_COUNT}, s`]: {
    value: urgentSeconds,
    bar: TARGETS.urgentSeconds,
    pass: urgentSeconds <= TARGETS.urgentSeconds,
  },
  [`mails a second at a vendor of ${VENDOR_MS} ms`]: {
    value: mailsPerSecond,
    bar: TARGETS.mailsPerSecond,
    pass: mailsPerSecond >= TARGETS.mailsPerSecond,
  },
  'transactions a second of an idle node': {
    value: idleCount,
    bar: TARGETS.idleTransactions,
    pass: idleCount <= TARGETS.idleTransactions,
  },
};
console.table(rows);
writeResults('outbox', { bars: TARGETS, rows });
process.exit(Object.values(rows).every(({ pass }) => pass) ? 0 : 1);
