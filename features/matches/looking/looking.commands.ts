import type { Db } from '../../../db/database.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { type Deps, type Person, port, resolvePort } from '../../../server/deps.ts';
import { FORMATS, type GroupFormat } from '../../profiles/group-formats.schema.ts';
import * as queries from './looking.queries.ts';
import { isLookingFor } from './looking.rules.ts';
import type { LookingState, OwnLooking } from './looking.schema.ts';
import { formatLookingStatus } from './looking.wording.ts';

/** Lookups of current squads, implemented by the features that own squads. */
type CurrentSquads = {
  hasSquad: queries.HasSquad;
  /** The user's squads, newest first. */
  listSquadsOf: (db: Db, userId: string) => Promise<{ id: string; name: string; kind: GroupFormat }[]>;
};
export const currentSquads = port<CurrentSquads>('matches.squads-had');

export const hasSquad = (deps: Deps): queries.HasSquad => resolvePort(deps, currentSquads).hasSquad;

/** Lists which players aren't looking for a squad or pair, among all players or the given ids. */
export const listNotLooking = (db: Db, deps: Deps, ids?: string[]) =>
  queries.listPlayersNotLooking(db, hasSquad(deps), ids);

/** Returns whether the matcher looks for a squad and a pair for the caller, and why not if it doesn't. */
export async function getLookingState(deps: Deps, actor: Person): Promise<OwnLooking> {
  const choices = await queries.getLookingChoices(deps.db, actor.userId);
  const had = await resolvePort(deps, currentSquads).listSquadsOf(deps.db, actor.userId);
  const kinds = FORMATS.map((kind): LookingState => {
    const choice = choices?.[kind] ?? 'until_found';
    const squads = had.filter((one) => one.kind === kind).map(({ id, name }) => ({ id, name }));
    const state = { kind, looks: isLookingFor(choice, squads.length > 0), choice, squads };
    return { ...state, sentence: formatLookingStatus(readerTranslator, state) };
  });
  return { kinds };
}
