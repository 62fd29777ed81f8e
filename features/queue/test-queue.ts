import { expect } from 'vitest';
import type { TestContext } from '../../server/test-deps.ts';
import { makeFive } from '../matches/matches.factory.ts';
import { makePlayer, type Player } from '../profiles/profiles.factory.ts';
import type { QueueState } from './queue.schema.ts';
import { QueueLeader } from './queue-leader.commands.ts';

let languages = 0;

/** Creates helpers for users of the queue, on a clock controlled by the test. */
export function createTestQueue(context: () => TestContext) {
  const leader = () => new QueueLeader(context().deps);
  let one: QueueLeader | undefined;

  async function ask(who: Player, method: 'GET' | 'POST', path: string, body?: unknown) {
    const response = await context().app.request(path, {
      method,
      headers: { Authorization: `Bearer ${who.accessToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as QueueState & { error?: string; message?: string },
    };
  }
  async function good(...asked: Parameters<typeof ask>): Promise<QueueState> {
    const { status, body } = await ask(...asked);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)]);
    return body;
  }
  const state = (who: Player) => good(who, 'GET', '/api/queue');
  return {
    ask,
    state,
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
      return makeFive(context().deps, { languages: [`Queue ${languages}`], ...overrides });
    },
    /** Creates another player with the same language. */
    another: (like: Player, role: string) =>
      makePlayer(context().deps, { role: role as 'PG', languages: like.profile.languages }),
    join: (who: Player, word: object = {}) => good(who, 'POST', '/api/queue', { kind: 'now', ...word }),
    leave: async (who: Player) => {
      const { ticket } = await state(who);
      return ask(who, 'POST', '/api/queue/leave', { ticket_id: ticket!.id, version: ticket!.version });
    },
    shown: async (who: Player) => {
      const { check } = await state(who);
      return good(who, 'POST', `/api/queue/checks/${check!.id}/shown`, { version: check!.version });
    },
    answer: async (who: Player, answer: 'ready' | 'not_now') => {
      const { check } = await state(who);
      return ask(who, 'POST', `/api/queue/checks/${check?.id ?? crypto.randomUUID()}/answer`, {
        version: check?.version ?? 1,
        answer,
      });
    },
    tick: () => {
      one ??= leader();
      return one.tick();
    },
    leader,
    later: (seconds: number) => context().setNow(new Date(context().deps.now().getTime() + seconds * 1000)),
  };
}
