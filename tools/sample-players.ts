import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createAudienceReader } from './sample-players/sample-audience.ts';
import { SampleCompany } from './sample-players/sample-company.ts';
import { type CrowdOptions, SampleCrowd } from './sample-players/sample-crowd.ts';
import { rankByFit } from './sample-players/sample-fit.ts';
import { handleMatch, handleMatches, SampleAdminConsole } from './sample-players/sample-matches.ts';
import { SampleQueue } from './sample-players/sample-queue.ts';
import { handleChangedThread, handleInvitations, handleSquad } from './sample-players/sample-squads.ts';

/*
 * The sample players of a demo, running as an ordinary client. They sign in like real people, receive the same live
 * updates and answer requests that involve people through the same API. They know only what a browser knows.
 */

export type SamplePlayersOptions = Omit<CrowdOptions, 'warn' | 'onChange'>;

/** Maximum number of likely players: those who fit a person, and those listed next to them in the directory. */
const MAX_LIKELY = 30;

const start = workerData as SamplePlayersOptions;
const warn = (sentence: string) => parentPort?.postMessage({ warn: sentence });
const crowd = new SampleCrowd({ ...start, warn, onChange });
const queue = new SampleQueue(crowd);
const adminConsole = new SampleAdminConsole(crowd);
const company = new SampleCompany(crowd, queue);
const readAudience = createAudienceReader(start.address, crowd.isSample);
let neighbors: readonly string[] = [];

parentPort?.once('message', () => {
  crowd.stop();
  process.exit();
});

/** Handles changes for a player with a live stream. */
function onChange(userId: string, topics: string[]): void {
  for (const topic of topics) {
    const [kind, id = ''] = topic.split(':');
    if (kind === 'match') crowd.runExclusive(topic, () => handleMatch(crowd, userId, id));
    else if (kind === 'queue') crowd.runExclusive(topic, () => queue.refreshState(id));
    else if (kind === 'squad') crowd.runExclusive(`squad ${id}`, () => handleSquad(crowd, userId, id));
    else if (kind === 'messages') handleChangedThread(crowd, userId, id);
    else if (kind === 'party' || kind === 'inbox' || kind === 'person')
      crowd.runExclusive(`invitations ${userId}`, () => handleInvitations(crowd, userId));
  }
}

/**
 * Players to check in the current round. The first list has those who are likely to fit a new user, the second has all
 * players.
 */
const pendingVisits: [string[], string[]] = [[], []];
let turn = 0;

function listLikely(): string[] {
  const likelyPlayers = crowd.people.flatMap((person) => rankByFit(crowd.cards, person).slice(0, MAX_LIKELY));
  return [...new Set([...likelyPlayers.map(({ id }) => id), ...neighbors.slice(0, MAX_LIKELY)])];
}

/** Visits one player without a live stream. Alternates between likely players and all players. */
async function visit(): Promise<void> {
  const round = turn++ % 2 === 0 ? 0 : 1;
  if (pendingVisits[round].length === 0)
    pendingVisits[round] = round === 0 ? listLikely() : crowd.cards.map(({ id }) => id);
  const id = pendingVisits[round].shift();
  if (!id || crowd.players.get(id)!.listens) return;
  await handleMatches(crowd, id);
  await handleInvitations(crowd, id);
}

/** Repeats the work. Only reports errors, because the next attempt may succeed. */
async function repeat(seconds: number, work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await work().catch((error: unknown) => warn(error instanceof Error ? error.message : String(error)));
    await pause(seconds * 1_000);
  }
}

void repeat(4, async () => {
  const audience = await readAudience();
  crowd.people = audience.people;
  neighbors = audience.neighbors;
});
void repeat(3, () => adminConsole.answerNewMatches());
void repeat(3, () => adminConsole.freeCandidates());
void repeat(2, () => company.updatePools());
void repeat(15, visit);
