import type { BuildCard } from './advice.schema.ts';
import { adviceInEnglish } from './advice-english.wording.ts';
import type { Fact, Known, Missing } from './advice-facts.rules.ts';
import { adviceInFrench } from './advice-french.wording.ts';
import { adviceInGerman } from './advice-german.wording.ts';
import { adviceInSpanish } from './advice-spanish.wording.ts';
import type { AdviceWords } from './advice-words.wording.ts';
import {
  ATTRIBUTE_IDS,
  archetypeOf,
  feetOf,
  POSITION_HEIGHTS,
  raisedBy,
  SKILL_IDS,
  type SkillId,
} from './build-facts.rules.ts';
import { type Build, badgesOfBuild, capsOfBuild, spentOn } from './builds.rules.ts';
import type { Language } from './lexicon.rules.ts';

export const ADVICE_WORDS: Record<Language, AdviceWords> = {
  en: adviceInEnglish,
  de: adviceInGerman,
  es: adviceInSpanish,
  fr: adviceInFrench,
};

/** Turns facts into sentences. Each sentence states its fact and nothing else. */
export function sentencesOf(facts: readonly Fact[], language: Language): string[] {
  const { facts: templates } = ADVICE_WORDS[language];
  // Each template takes the facts of its own kind; the table's type guarantees that.
  return facts.map((fact) => (templates[fact.kind] as (one: Fact) => string)(fact));
}

export const missingLines = (missing: readonly Missing[], language: Language): string[] =>
  missing.map((one) => ADVICE_WORDS[language].missing[one]);

/** Returns a build for display, in the given language. */
export function cardOf(build: Build, language: Language): BuildCard {
  const words = ADVICE_WORDS[language];
  const caps = capsOfBuild(build);
  const { name } = archetypeOf(build.archetype);
  return {
    title: words.title(name, words.positions[build.position]),
    position: build.position,
    archetype: name,
    height_cm: build.height,
    size:
      language === 'en'
        ? `${feetOf(build.height)} (${build.height} cm)`
        : `${build.height} cm (${feetOf(build.height)})`,
    weight_lb: build.weight,
    budget: build.budget,
    spent: spentOn(build.ratings),
    attributes: ATTRIBUTE_IDS.map((id) => ({
      id,
      name: words.attributes[id],
      rating: build.ratings[id],
      cap: caps[id],
    })).sort((a, b) => b.rating - a.rating),
    badges: badgesOfBuild(build),
  };
}

/** Suggests follow-up questions that can be asked with one tap, in the player's language. */
export function nextOf(build: Build, language: Language): string[] {
  const { next } = ADVICE_WORDS[language];
  const room = build.height < POSITION_HEIGHTS[build.position].possible[1];
  return [room ? next.taller : next.shorter, next.more(weakestSkill(build)), next.why, next.points];
}

const ASKED_FOR: readonly SkillId[] = ['defense', 'shooting', 'passing', 'rebounding'];

/** Returns the skill to improve next: the one where the build has least and its body allows most. */
function weakestSkill(build: Build): SkillId {
  const caps = capsOfBuild(build);
  const room = (skill: SkillId) =>
    raisedBy(skill, build.position).reduce((sum, id) => sum + caps[id] - build.ratings[id], 0);
  return SKILL_IDS.filter((one) => ASKED_FOR.includes(one)).reduce((best, one) =>
    room(one) > room(best) ? one : best,
  );
}

const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Lists what the assistant knows about a player before they say anything, one line per source. */
export function knownLines({ position, height, archetype, level, dna, squad }: Known): string[] {
  const { positions } = adviceInEnglish;
  const profile = [
    position && positions[position],
    height && `${feetOf(height)} (${height} cm)`,
    archetype && archetypeOf(archetype).name,
    level,
  ].filter((one) => one !== null);
  return [
    profile.length > 0 ? `Profile: ${profile.join(', ')}` : '',
    dna ? `Crew DNA: ${positions[dna.position]}, ${archetypeOf(dna.archetype).name}` : '',
    squad ? `${titled(squad.name)}: ${squad.has.length > 0 ? squad.has.join(', ') : 'no positions yet'}` : '',
  ].filter(Boolean);
}
