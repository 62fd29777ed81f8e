import { expect } from 'vitest';
import type { TestContext } from '../../server/test-deps.ts';
import { makeFittingFive } from '../matches/matches.factory.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import type { QueueState } from './queue.schema.ts';
import { QueueLeader } from './queue-leader.commands.ts';

let languages = 0;

/** Creates helpers for users of the queue, on a clock controlled by the test. */
export function createTestQueue(context: () => TestContext) {
  const createLeader = () => new QueueLeader(context().deps);
  let one: QueueLeader | undefined;

  async function ask(player: Player, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) {
    const response = await context().app.request(path, {
      method,
      headers: { Authorization: `Bearer ${player.accessToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as QueueState & { error?: string; message?: string },
    };
  }
  async function askOk(...args: Parameters<typeof ask>): Promise<QueueState> {
    const { status, body } = await ask(...args);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)]);
    return body;
  }
  const readState = (player: Player) => askOk(player, 'GET', '/api/queue');
  return {
    ask,
    state: readState,
    /** Resets the queue, its leaders and the clock. */
    begin: async () => {
      context().setNow('2026-11-24T18:00:00Z');
      one = undefined;
      for (const table of ['queue_tickets', 'queue_checks', 'queue_leases']) {
        await context().deps.db.execute(`delete from ${table}`);
      }
    },
    /** Creates five players who fit together and share a language that no one else speaks. */
    five: (overrides: Parameters<typeof makePlayer>[1] = {}) => {
      languages += 1;
      return makeFittingFive(context().deps, { languages: [`Queue ${languages}`], ...overrides });
    },
    /** Creates another player with the same language. */
    another: (like: Player, role: string) =>
      makePlayer(context().deps, { role: role as 'PG', languages: like.profile.languages }),
    join: (player: Player, word: object = {}) => askOk(player, 'POST', '/api/queue', { kind: 'now', ...word }),
    leave: async (player: Player) => {
      const { ticket } = await readState(player);
      return ask(player, 'POST', '/api/queue/leave', { ticket_id: ticket!.id, version: ticket!.version });
    },
    shown: async (player: Player) => {
      const { check } = await readState(player);
      return askOk(player, 'POST', `/api/queue/checks/${check!.id}/shown`, { version: check!.version });
    },
    answer: async (player: Player, answer: 'ready' | 'not_now') => {
      const { check } = await readState(player);
      return ask(player, 'POST', `/api/queue/checks/${check?.id ?? crypto.randomUUID()}/answer`, {
        version: check?.version ?? 1,
        answer,
      });
    },
    tick: () => {
      one ??= createLeader();
      return one.tick();
    },
    leader: createLeader,
    later: (seconds: number) => context().setNow(new Date(context().deps.now().getTime() + seconds * 1000)),
  };
}
