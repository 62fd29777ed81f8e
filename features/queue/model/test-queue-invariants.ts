import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { english } from '../../../messages/lazy-text.ts';
import * as messages from '../queue.messages.ts';
import { PARTY_JOIN_PROBLEMS } from '../queue.wording.ts';
import type { PlayerHistory, QueueModel } from './test-queue-model.ts';

type Cause = Parameters<PlayerHistory['has']>[0];

/** Maps each removal message to the actions (or missing actions) that can cause it. */
const CAUSES: Record<string, readonly Cause[]> = {
  [english(messages.removedDeclined)]: ['declined'],
  [english(messages.removedSilent)]: ['shown'],
  [english(messages.removedUnreached)]: ['unseen'],
  [english(messages.removedLeft)]: ['left'],
  [english(messages.removedDisconnected)]: ['slept'],
  [english(messages.removedUnconfirmed)]: ['waited'],
  [english(messages.removedBanned)]: ['banned'],
  [english(messages.removedBlocked)]: ['blocked'],
  [english(messages.removedHidden)]: ['hidden'],
  [english(messages.removedParted)]: ['grouped'],
  [english(messages.removedPartyLeft)]: ['left party'],
  [english(messages.removedPartyEnded)]: ['ended party'],
};

/** Returns what can cause a removal message. A party mate's action can also remove a player. */
const listCauses = (sentence: string): readonly Cause[] | undefined =>
  CAUSES[sentence] ?? (sentence.endsWith(english(messages.removedMateLeft, { name: '' })) ? ['grouped'] : undefined);

type Ticket = {
  user_id: string;
  id: string;
  group_id: string;
  since: string;
  state: string;
  check_id: string | null;
};
type TicketsByUser = Map<string, Ticket>;

/**
 * Checks the invariants after a step, even one that crashed.
 * @param before the tickets after the previous step
 */
export async function checkQueue(
  { deps, histories, count }: QueueModel,
  before: TicketsByUser,
): Promise<TicketsByUser> {
  const listRows = async <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await deps.db.execute<T>(query)).rows;
  const now = new Map(
    (await listRows<Ticket>(sql`select user_id, id, group_id, since::text, state, check_id from queue_tickets`)).map(
      (one) => [one.user_id, one],
    ),
  );

  const inconsistent = await listRows(sql`
    select t.user_id from queue_tickets t
     where t.state = 'checked'
       and not exists (select 1 from queue_checks c join queue_seats s on s.check_id = c.id and s.user_id = t.user_id
                        where c.id = t.check_id and c.state = 'open' and s.state in ('asked', 'ready'))
    union all
    select s.user_id from queue_seats s join queue_checks c on c.id = s.check_id and c.state = 'open'
     where s.state in ('asked', 'ready')
       and not exists (select 1 from queue_tickets t where t.user_id = s.user_id and t.check_id = s.check_id)`);
  expect(inconsistent, 'a ticket and its seat belong together').toEqual([]);
  const duplicates = await listRows(sql`
    select s.user_id from queue_seats s join queue_checks c on c.id = s.check_id and c.state = 'open'
     where s.state in ('asked', 'ready') group by s.user_id having count(*) > 1`);
  expect(duplicates, 'nobody is in two places').toEqual([]);
  const checks = await listRows(sql`
    select c.id from queue_checks c
     where (c.state = 'made') <> (c.squad_id is not null)
        or (c.state = 'made' and (select count(*) from queue_seats s where s.check_id = c.id and s.state = 'ready') <> 5)`);
  expect(checks, 'a squad is five who were ready').toEqual([]);
  const penalized = await listRows(sql`
    select m.user_id, s.state from queue_marks m join queue_seats s on s.check_id = m.check_id and s.user_id = m.user_id
     where s.state not in ('declined', 'silent') or (s.state = 'silent' and s.shown_at is null)`);
  expect(penalized, 'nobody is marked who was not reached').toEqual([]);
  const blockedPairs = await listRows(sql`
    select 1 from queue_seats a join queue_seats b on b.check_id = a.check_id and b.user_id <> a.user_id
      join queue_checks c on c.id = a.check_id and c.state = 'open'
      join player_blocks k on k.blocker_id = a.user_id and k.blocked_id = b.user_id and k.kind = 'block'
     where a.state in ('asked', 'ready') and b.state in ('asked', 'ready')`);
  expect(blockedPairs, 'no block lies inside an open check').toEqual([]);
  const bannedRows = await listRows(sql`
    select t.user_id from queue_tickets t join ban_list b on b.user_id = t.user_id
     where b.lifted_at is null and b.expires_at > ${deps.now()} and b.scope in ('matching', 'all')`);
  expect(bannedRows, 'nobody who is banned waits').toEqual([]);
  const tickets = await listRows(sql`
    select t.user_id from queue_tickets t
     where not exists (select 1 from protocol_profiles p where p.id = t.user_id and p.published)
        or exists (select 1 from auth.users u where u.id = t.user_id and u.delete_after is not null)`);
  expect(tickets, 'nobody who is hidden, or about to leave, waits').toEqual([]);

  for (const group of Map.groupBy(now.values(), (ticket) => ticket.group_id).values()) {
    const places = new Set(group.map(({ state, check_id, since }) => `${state} ${check_id} ${since}`));
    expect(places.size, 'who queues together waits, and is asked, together').toBe(1);
    if (group.length > 1) for (const { user_id } of group) histories.get(user_id)!.add('grouped');
  }
  for (const [userId, ticket] of now) {
    if (before.get(userId)?.id !== ticket.id) histories.get(userId)!.add('waited');
    const previous = before.get(userId);
    if (previous?.id === ticket.id) expect(ticket.since, 'waiting times never fall').toBe(previous.since);
  }
  for (const [userId, previous] of before) {
    if (now.get(userId)?.id === previous.id) continue;
    const [outcome] = await listRows<{ kind: string; sentence: string }>(
      sql`select kind, sentence from queue_outcomes where user_id = ${userId}`,
    );
    expect(outcome?.kind, 'nobody is dropped').toMatch(/^(squad|out)$/);
    count(outcome!.kind);
    if (outcome!.kind === 'squad') continue;
    const history = histories.get(userId)!;
    const causes = listCauses(outcome!.sentence);
    expect(
      causes?.some((cause) => history.has(cause)),
      `${outcome!.sentence} ${[...history]}`,
    ).toBe(true);
  }
  return now;
}

/**
 * Checks that a user who joined a waiting party either waits with it or sees why they can't.
 * @param mateIds the party's members before the user joined
 */
export async function checkJoined(
  { deps, count }: QueueModel,
  { userId, mateIds, hasWaited }: { userId: string; mateIds: readonly string[]; hasWaited: boolean },
): Promise<void> {
  if (!hasWaited) return;
  const { rows } = await deps.db.execute<{ user_id: string; group_id: string }>(
    sql`select user_id, group_id from queue_tickets where user_id = any (${sql.param([userId, ...mateIds])}::uuid[])`,
  );
  const isTogether = rows.length === mateIds.length + 1 && new Set(rows.map(({ group_id }) => group_id)).size === 1;
  count(isTogether ? 'brought along' : 'not brought along');
  if (isTogether) return;
  const outcomes = await deps.db.execute<{ sentence: string }>(
    sql`select sentence from queue_outcomes where user_id = ${userId}`,
  );
  const problems = Object.values(PARTY_JOIN_PROBLEMS).map((problem) => english(problem));
  expect(problems, 'nobody is left outside silently').toContain(outcomes.rows[0]?.sentence);
}
