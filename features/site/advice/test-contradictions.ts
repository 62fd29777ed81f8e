import { ADVICE_WORDS, sentencesOf } from './advice.wording.ts';
import type { Fact } from './advice-facts.rules.ts';
import { ATTRIBUTE_IDS, BASE, BUDGET, feetOf, LEAST_BUDGET, POSITION_HEIGHTS } from './build-facts.rules.ts';
import { badgesOfBuild, capsOfBuild, spentOn } from './builds.rules.ts';
import type { State } from './conversation.rules.ts';

/** Finds where an answer contradicts its own build or itself, both in its facts and in its sentences as text. */
export function contradictionsIn({ build, facts, language }: State): string[] {
  const wrong: string[] = [];
  const caps = capsOfBuild(build);
  const spent = spentOn(build.ratings);
  const holds = (fact: Fact, ok: boolean) => {
    if (!ok) wrong.push(JSON.stringify(fact));
  };
  for (const id of ATTRIBUTE_IDS) {
    if (build.ratings[id] < BASE || build.ratings[id] > caps[id])
      wrong.push(`${id} ${build.ratings[id]} of ${caps[id]}`);
  }
  if (spent > build.budget) wrong.push(`${spent} of ${build.budget}`);
  const [low, high] = POSITION_HEIGHTS[build.position].possible;
  if (build.height < low || build.height > high) wrong.push(`${build.position} of ${build.height} cm`);
  const ruledOut = facts.flatMap((fact) => (fact.kind === 'ruled_out' ? fact.attributes : []));
  for (const fact of facts) {
    if (fact.kind === 'position') holds(fact, fact.position === build.position);
    if (fact.kind === 'archetype') holds(fact, fact.archetype === build.archetype);
    if (fact.kind === 'archetype_conflict') holds(fact, fact.used === build.archetype && fact.asked !== fact.used);
    if (fact.kind === 'not_positions') holds(fact, !fact.positions.includes(build.position));
    if (fact.kind === 'height') holds(fact, fact.height === build.height);
    if (fact.kind === 'height_moved') holds(fact, fact.used === build.height && fact.better !== build.position);
    if (fact.kind === 'weight') holds(fact, fact.weight === build.weight);
    if (fact.kind === 'budget')
      holds(fact, fact.spent === spent && fact.budget === build.budget && fact.left === build.budget - spent);
    if (fact.kind === 'budget_moved')
      holds(fact, fact.used === build.budget && fact.used >= LEAST_BUDGET && fact.used <= BUDGET);
    if (fact.kind === 'badges') holds(fact, fact.badges.join() === badgesOfBuild(build).join());
    if (fact.kind === 'ruled_out')
      holds(
        fact,
        fact.attributes.every((id) => build.ratings[id] === BASE),
      );
    if (fact.kind === 'raised' || fact.kind === 'lowered' || fact.kind === 'lowest') {
      holds(
        fact,
        fact.ratings.every(([id, rating]) => build.ratings[id] === rating && !ruledOut.includes(id)),
      );
    }
    if (fact.kind === 'capped')
      holds(fact, fact.cap === caps[fact.attribute] && build.ratings[fact.attribute] === fact.cap);
    if (fact.kind === 'unpaid')
      holds(fact, build.ratings[fact.attribute] === fact.rating && fact.rating < caps[fact.attribute]);
    if (fact.kind === 'detail')
      holds(fact, build.ratings[fact.attribute] === fact.rating && caps[fact.attribute] === fact.cap);
    if (fact.kind === 'squad')
      holds(fact, !fact.lacks.includes(build.position) && fact.lacks.every((one) => !fact.has.includes(one)));
    if (fact.kind === 'corrected')
      holds(
        fact,
        fact.changes.every(([id, was, is]) => build.ratings[id] === is && was !== is),
      );
  }
  return [...wrong, ...wordsAgainst({ build, facts, language })];
}

/** Checks the text alone: a name followed by a number states that rating. */
function wordsAgainst({ build, facts, language }: Pick<State, 'build' | 'facts' | 'language'>): string[] {
  const { attributes } = ADVICE_WORDS[language];
  const told = facts.filter(({ kind }) => kind !== 'corrected');
  const sentences = sentencesOf(told, language);
  const wrong = sentences.flatMap((sentence) =>
    ATTRIBUTE_IDS.flatMap((id) =>
      [...sentence.matchAll(new RegExp(`(?:^|[^\\p{L} ] ?|\\b(?:und|and|y|et) )${attributes[id]} (\\d+)`, 'gu'))]
        .filter(([, number]) => Number(number) !== build.ratings[id])
        .map(() => sentence),
    ),
  );
  // Heights in a sentence are the build's, the usual ones, or one that was asked for and declined.
  const named = facts.flatMap((fact) => {
    if (fact.kind === 'height') return [fact.height, fact.low, fact.high];
    if (fact.kind === 'height_moved') return [fact.asked, fact.used];
    return fact.kind === 'other_heights' ? fact.heights : [];
  });
  const may = new Set([build.height, ...named].flatMap((cm) => [`${cm} cm`, feetOf(cm)]));
  const heights = sentences.flatMap((sentence) => sentence.match(/\d{3} cm|\d'\d{1,2}"/g) ?? []);
  return [...wrong, ...heights.filter((height) => !may.has(height))];
}
