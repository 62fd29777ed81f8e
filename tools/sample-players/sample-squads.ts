import type { SquadSession } from '../../features/squads/sessions/squad-sessions.schema.ts';
import type { OwnSquads, SquadRoom } from '../../features/squads/squads.schema.ts';
import type { ThreadPage } from '../../features/threads/threads.schema.ts';
import type { Crowd } from './crowd-parts.ts';
import { chooseCheckInSeconds, chooseForSession } from './sample-choices.ts';
import { chooseNextLine } from './sample-conversation.ts';

const secondsUntil = (instant: string) => Math.max(0, (Date.parse(instant) - Date.now()) / 1_000);

/** Reads this player's squads and handles those that include people. */
export async function lookAtSquads(crowd: Crowd, userId: string): Promise<OwnSquads> {
  const own = await crowd.ask<OwnSquads>(userId, 'GET', '/api/squads');
  for (const { id, members } of own.squads) {
    if (members.some((member) => !crowd.isSample(member.id)))
      crowd.look(`squad ${id}`, () => lookAtSquad(crowd, userId, id));
  }
  return own;
}

/**
 * Answers the squad's sessions and checks in those who accepted. Also wakes up sample players who are invited to join
 * or to sub in.
 */
export async function lookAtSquad(crowd: Crowd, userId: string, id: string): Promise<void> {
  const room = await crowd.ask<SquadRoom>(userId, 'GET', `/api/squads/${id}`);
  const samples = room.members.map((member) => member.id).filter(crowd.isSample);
  if (samples.length === room.members.length) return;
  crowd.engage(samples);
  for (const session of room.sessions) answerSession(crowd, id, session, samples);
  const asked = [...room.invited, ...room.sessions.flatMap((session) => session.stand_ins)];
  crowd.callIn(asked.map((one) => one.id).filter(crowd.isSample));
  crowd.look(`thread ${id}`, () => lookAtThread(crowd, userId, id));
}

function answerSession(crowd: Crowd, squadId: string, session: SquadSession, samples: readonly string[]): void {
  const { id, version, state, open, answers, check_in_from, ends_at } = session;
  if (state === 'called_off' || Date.parse(ends_at) <= Date.now()) return;
  const path = `/api/squads/${squadId}/sessions/${id}`;
  const memberIds = answers.map((one) => one.id);
  for (const { id: userId, answer, here_at } of answers) {
    if (!samples.includes(userId)) continue;
    if (answer === null && open) {
      const choice = chooseForSession(id, samples, userId, (decliner) => crowd.canReplace(decliner, memberIds));
      crowd.once(`session ${id} ${version} ${userId}`, choice.seconds, () =>
        crowd.ask(userId, 'PUT', `${path}/answer`, { version, answer: choice.answer }),
      );
    }
    if (answer === 'yes' && here_at === null) {
      const seconds = secondsUntil(check_in_from) + chooseCheckInSeconds(id, userId);
      crowd.once(`here ${id} ${version} ${check_in_from} ${userId}`, seconds, () =>
        crowd.ask(userId, 'PUT', `${path}/check-in`, { version }),
      );
    }
  }
}

/** Writes the next line in a squad's chat, if one is due. */
export async function lookAtThread(crowd: Crowd, userId: string, squadId: string): Promise<void> {
  const page = await crowd.ask<ThreadPage>(userId, 'GET', `/api/threads/squad/${squadId}`);
  crowd.remember(page.id, squadId);
  const line = page.closed === null && page.members.some(({ id }) => !crowd.isSample(id)) && writeDueLine(crowd, page);
  if (!line) return;
  crowd.once(`line ${line.clientId}`, line.seconds, async () => {
    // Others may have written in the meantime.
    const now = await crowd.ask<ThreadPage>(line.authorId, 'GET', `/api/threads/squad/${squadId}`);
    const still = writeDueLine(crowd, now);
    if (still?.clientId !== line.clientId) return;
    const { clientId: client_id, text } = line;
    await crowd.ask(line.authorId, 'POST', `/api/threads/${page.id}/messages`, { client_id, text });
  });
}

const writeDueLine = (crowd: Crowd, page: ThreadPage) => chooseNextLine(page, crowd.isSample, new Date());
