import type { Advised, Fact, Known, Missing } from './advice-facts.rules.ts';
import { createAdvice, detailsOf } from './advising.rules.ts';
import { ATTRIBUTE_IDS, type SkillId } from './build-facts.rules.ts';
import type { Build } from './builds.rules.ts';
import { spentOn } from './builds.rules.ts';
import type { Language } from './lexicon.rules.ts';
import { type ParsedText, understand } from './understanding.rules.ts';
import { beginsAnew, NO_WISHES, type Wishes, wishesAfter } from './wishes.rules.ts';

/** The state a conversation continues from: its language, the wishes so far, and the last build shown. */
export type State = { language: Language; wishes: Wishes; build: Build; facts: Fact[]; missing: Missing[] };

/** How to answer the next message. */
export type Step = { heard: ParsedText; wishes: Wishes; lead: Fact[] } & (
  | { asks: 'build' }
  /** The build stays, with its reasons; only these facts are said of it now. */
  | { asks: 'about'; build: Build; facts: Fact[]; reasons: Fact[]; missing: Missing[] }
);

/**
 * Decides what a message asks for, given the conversation so far, and whether it starts a new build or continues the
 * last one.
 */
export function stepFor(text: string, before: State | undefined): Step {
  const heard = understand(text, before?.language);
  const about = before && factsAbout(heard, before);
  if (about)
    return {
      heard,
      wishes: before.wishes,
      lead: [],
      asks: 'about',
      build: before.build,
      facts: about,
      reasons: before.facts,
      missing: [],
    };
  const last = before && {
    position: before.build.position,
    height: before.build.height,
    ratings: before.build.ratings,
  };
  const wishes = wishesAfter(before?.wishes ?? NO_WISHES, heard, last);
  const lead: Fact[] = [];
  if (!heard.any) lead.push({ kind: 'nothing_read', before: before !== undefined });
  else if (before && !beginsAnew(heard)) lead.push(...keptFrom(before.wishes, wishes, heard));
  return { heard, wishes, lead, asks: 'build' };
}

/**
 * Answers with the rules alone. Deterministic: the same message at the same point of a conversation always gets the
 * same answer.
 */
export function answerOf(text: string, before: State | undefined, known: Known): State & { heard: ParsedText } {
  const step = stepFor(text, before);
  const { heard, wishes } = step;
  const advised: Advised = step.asks === 'about' ? step : createAdvice(wishes, known);
  return {
    heard,
    language: heard.language,
    wishes,
    build: advised.build,
    facts: [...step.lead, ...advised.facts],
    missing: advised.missing,
  };
}

/** Returns facts about the last build when the message asks about it and doesn't want another one. */
function factsAbout(heard: ParsedText, { build, wishes, facts }: State): Fact[] | undefined {
  if (heard.fresh || heard.heights.length > 0 || heard.heightChange !== undefined) return undefined;
  if (heard.intent === 'budget') {
    const spent = spentOn(build.ratings);
    const dearest = ATTRIBUTE_IDS.toSorted((a, b) => build.ratings[a] - build.ratings[b]).slice(0, 2);
    return [
      { kind: 'budget', spent, budget: build.budget, left: build.budget - spent },
      { kind: 'lowest', ratings: dearest.map((id) => [id, build.ratings[id]]) },
    ];
  }
  if (heard.intent !== 'why') return undefined;
  const named: SkillId[] = Object.values(heard.skills).flat();
  if (named.length > 0) return detailsOf(build, wishes, named);
  // The facts in the answer are the reasons; those that only introduced it aren't.
  return facts.filter(({ kind }) => kind !== 'kept' && kind !== 'nothing_read' && kind !== 'detail');
}

function keptFrom(before: Wishes, after: Wishes, heard: ParsedText): Fact[] {
  const what: Extract<Fact, { kind: 'kept' }>['what'] = [];
  if (before.position && after.position === before.position && heard.positions.length === 0) what.push('position');
  if (before.height !== null && after.height === before.height && heard.heights.length === 0) what.push('height');
  if (before.archetype && after.archetype === before.archetype && heard.archetypes.length === 0) what.push('archetype');
  if (after.ruledOut.some((one) => before.ruledOut.includes(one))) what.push('ruled_out');
  return what.length > 0 ? [{ kind: 'kept', what }] : [];
}
