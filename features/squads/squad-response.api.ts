import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type ApiEnv, json } from '../../server/http.ts';
import { catchConflict } from '../../server/refusal.ts';
import { getSquad } from './squads.commands.ts';
import { SquadRoom } from './squads.schema.ts';

export const Conflict = z.object({ code: z.string(), message: z.string() });

/** Responses of a change that may come too late. */
export const SQUAD_OR_CONFLICT = {
  200: json(SquadRoom, 'The current squad'),
  409: json(z.object({ error: Conflict, squad: SquadRoom }), 'It changed in the meantime. Returns the current squad.'),
};

/** Responds with the squad after a change. */
export async function respondWithSquad(c: Context<ApiEnv>, id: string, work: Promise<unknown>) {
  await work;
  return c.json(await getSquad(c.var.deps, c.var.actor!, id), 200);
}

/** Responds with the squad after a change, or with a conflict and the squad when the change came too late. */
export async function respondWithSquadOrConflict(c: Context<ApiEnv>, id: string, work: Promise<unknown>) {
  const error = await catchConflict(work);
  const squad = await getSquad(c.var.deps, c.var.actor!, id);
  return error ? c.json({ error, squad }, 409) : c.json(squad, 200);
}
