import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { SampleAdminConsole } from './sample-players/sample-admin-console.ts';
import { type Audience, AudienceReader } from './sample-players/sample-audience.ts';
import { SampleCompany } from './sample-players/sample-company.ts';
import { SampleCrowd } from './sample-players/sample-crowd.ts';
import type { SampleCard } from './sample-players/sample-fit.ts';
import { SampleVisits } from './sample-players/sample-visits.ts';

/*
 * The sample players of a demo, running as an ordinary client. They sign in like real people, receive the same live
 * updates and answer through the same API whatever they're asked together with people. They know nothing a browser
 * doesn't.
 */

export type SamplePlayersStart = {
  address: string;
  cards: SampleCard[];
  adminEmail: string;
  password: string;
  file: string;
};

const AUDIENCE_POLL_MS = 4_000;
const CONSOLE_POLL_MS = 3_000;
const VISIT_INTERVAL_MS = 15_000;
const COMPANY_INTERVAL_MS = 2_000;

const { address, cards, adminEmail, password, file } = workerData as SamplePlayersStart;
const warn = (sentence: string) => parentPort?.postMessage({ warn: sentence });
const crowd = new SampleCrowd({ address, cards, adminEmail, password, file, warn });
const reader = new AudienceReader(address, crowd.isSample);
const rounds = new SampleVisits(crowd);
const adminConsole = new SampleAdminConsole(crowd);
const company = new SampleCompany(crowd);
const { signal } = crowd.stopped;

parentPort?.once('message', () => {
  crowd.stop();
  parentPort?.close();
});

let audience: Audience = { people: [], neighbours: [] };

/** Runs the work repeatedly. Errors are swallowed because the next attempt may succeed. */
async function repeat(everyMs: number, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await work().catch((error: unknown) => {
      if (!signal.aborted) warn(error instanceof Error ? error.message : String(error));
    });
    await pause(everyMs, undefined, { signal }).catch(() => {});
  }
}

void repeat(AUDIENCE_POLL_MS, async () => {
  audience = await reader.read();
  crowd.meet(audience.people);
});
void repeat(CONSOLE_POLL_MS, () => adminConsole.answerNewMatches());
void repeat(CONSOLE_POLL_MS, () => adminConsole.freeCandidates(audience));
void repeat(COMPANY_INTERVAL_MS, () => company.updatePools(audience));
void repeat(VISIT_INTERVAL_MS, () => rounds.round(audience));
