import type { MatchingRules, Pool } from '../matcher/matcher-schema.ts';
import { explain, explanationSentences, type Reader, type Result } from '../matcher/run.ts';

/** Adds explanations for each squad and pair to a result, written for someone who isn't a member. */
export function addExplanations(result: Result, pool: Pool, rules: MatchingRules) {
  const byId = new Map(pool.players.map((player) => [player.id, player]));
  const explainSquad = (one: Result['squads'][number], members: Pool['players']) =>
    explanationSentences(explain(one, members, rules, pool.weekOf), createOutsider(members));
  const addFacts = (one: Result['squads'][number]) => ({
    ...one,
    explanation: explainSquad(
      one,
      one.members.map((id) => byId.get(id)!),
    ),
  });
  return { ...result, squads: result.squads.map(addFacts), pairs: result.pairs.map(addFacts) };
}

/** Returns a reader who isn't a member: they see player ids, and times in the zone where most members live. */
function createOutsider(members: Pool['players']): Reader {
  const zones = Map.groupBy(members, ({ timezone }) => timezone);
  const [zone] = [...zones].sort(([a, members], [b, others]) => others.length - members.length || (a < b ? -1 : 1))[0]!;
  return { id: null, times: { zone, clock: null }, nameOf: (id) => id };
}
