import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { listOutbox } from '../../notifications/notifications.queries.ts';
import type { Player } from '../../profiles/profiles.factory.ts';
import { joinSquadByLink } from '../invitations/squad-invitations.commands.ts';
import { getSquad, listSquads } from '../squads.commands.ts';
import { runForOutcome } from './test-model-run.ts';
import {
  formSquad,
  isBanned,
  isBlocked,
  isInSquad,
  listMemberIds,
  listPlayers,
  type SquadModel,
} from './test-squad-model.ts';
import { countMissing, isOpen, listUpcomingSessions } from './test-squad-model-changes.ts';

/** Checks what one person sees of the squad: its room as a member, or only their own offers. */
export async function checkSquad(model: SquadModel, player: Player): Promise<void> {
  const { run, squad } = model;
  const { userId } = player;
  if (!isInSquad(model, userId)) {
    expect(await runForOutcome(() => getSquad(run.deps, player, squad.id))).toBe('not_found');
    const { squads, invitations } = await listSquads(run.deps, player);
    const open = squad.invited.has(userId) && !isBlocked(model, userId, listMemberIds(model));
    expect([squads, invitations.map((one) => one.squad_id)]).toEqual([[], open ? [squad.id] : []]);
    return;
  }
  const room = await getSquad(run.deps, player, squad.id);
  const isCaptain = userId === squad.captain;
  expect(room.members.map(({ id }) => id)).toEqual(listMemberIds(model));
  expect(room.members.filter((one) => one.captain).map(({ id }) => id)).toEqual([squad.captain]);
  expect([room.you_lead, room.link_path?.split('/').at(-1) ?? null]).toEqual([
    isCaptain,
    isCaptain ? squad.link : null,
  ]);
  expect(room.invited.map(({ id, seat }) => [id, seat]).sort()).toEqual([...squad.invited].sort());
  expect(room.members.map(({ position }) => position)).toEqual(
    squad.roster.map(
      ({ id, position }) => position ?? listPlayers(model).find((one) => one.userId === id)!.profile.role,
    ),
  );
  checkSessions(model, room.sessions, userId);
  for (const { session_id: id } of room.questions) expect(model.sessions.get(id)?.asked?.has(userId)).toBe(true);
}

type Room = Awaited<ReturnType<typeof getSquad>>;

function checkSessions(model: SquadModel, sessions: Room['sessions'], userId: string): void {
  expect(
    sessions.map((one) => ({
      ...{ id: one.id, version: one.version, state: one.state, open: one.open, mine: one.my_answer },
      ...{ start: Date.parse(one.starts_at), end: Date.parse(one.ends_at), change: one.you_may_change },
      answers: one.answers.map(({ id, answer, here_at }) => [id, answer, here_at !== null]),
      guests: one.stand_ins
        .flatMap(({ id, state, here_at }) => (state === 'in' ? [[id, here_at !== null]] : []))
        .sort(),
      missing: one.search.missing,
    })),
  ).toEqual(
    listUpcomingSessions(model).map((one) => ({
      ...{ id: one.id, version: one.version, open: isOpen(model, one), start: one.start, end: one.end },
      state: one.canceled ? 'called_off' : countMissing(one) === 0 ? 'stands' : 'proposed',
      mine: one.answers.get(userId)?.answer ?? null,
      change: isOpen(model, one) && (one.proposer === userId || model.squad.captain === userId),
      answers: listMemberIds(model).map((id) => [
        id,
        one.answers.get(id)?.answer ?? null,
        one.answers.get(id)?.here ?? false,
      ]),
      guests: [...one.guests].map(([id, { here }]) => [id, here]).sort(),
      missing: countMissing(one),
    })),
  );
}

/** Checks feedback after sessions: each player is asked once, and only reported facts are recorded. */
export async function checkFeedback(model: SquadModel): Promise<void> {
  const { deps } = model.run;
  for (const user of listPlayers(model)) {
    const messages = (await listOutbox(deps.db, user.userId)).filter(({ title }) => title.endsWith('how was it?'));
    const about = messages.map(({ address }) => address!);
    expect(new Set(about).size).toBe(about.length);
  }
  const { rows } = await deps.db.execute<{ id: string; asked: string[] }>(sql`
    select session_id as id, array_agg(user_id::text order by user_id) as asked
      from squad_session_feedback group by session_id`);
  const expected = [...model.sessions.values()].filter(({ asked }) => asked && asked.size > 0);
  expect(Object.fromEntries(rows.map(({ id, asked }) => [id, asked]))).toEqual(
    Object.fromEntries(expected.map(({ id, asked }) => [id, [...asked!].sort()])),
  );
  // Nothing is recorded without a report, and nothing from a player's report about themselves.
  const { rows: unreportedRows } = await deps.db.execute<{ user_id: string; session: string }>(sql`
    select e.user_id, substr(e.cause, 9) as session from reliability_evidence e
     where e.cause like 'session:%' and not exists (
       select 1 from squad_session_feedback f
        where e.cause = 'session:' || f.session_id and f.user_id <> e.user_id and e.user_id = any (f.judged_ids))`);
  expect(unreportedRows.filter(({ session }) => !model.sessions.get(session)?.isFeedbackLost)).toEqual([]);
}

/** Checks that an ended squad is closed to everyone, then forms a new one. */
export async function replaceEndedSquad(model: SquadModel): Promise<void> {
  const { run, squad } = model;
  if (squad.captain !== null) return;
  run.count('ended');
  for (const user of listPlayers(model)) {
    expect(await runForOutcome(() => getSquad(run.deps, user, squad.id))).toBe('not_found');
    const { squads, invitations } = await listSquads(run.deps, user);
    expect([squads, invitations]).toEqual([[], []]);
  }
  const player = listPlayers(model).find(({ userId }) => !isBanned(model, userId));
  const { link } = squad;
  if (player && link) expect(await runForOutcome(() => joinSquadByLink(run.deps, player, link))).toBe('not_found');
  const { rows } = await run.deps.db.execute<{ user_id: string }>(sql`
    select m.user_id from threads t join thread_members m on m.thread_id = t.id and m.left_at is null
     where t.id = ${squad.threadId} order by m.user_id`);
  expect(
    rows.map((row) => row.user_id),
    'who stays in its thread',
  ).toEqual(squad.formerReaders);
  await formSquad(model);
}
