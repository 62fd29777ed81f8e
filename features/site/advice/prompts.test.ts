import { describe, expect, test } from 'vitest';
import { sentencesOf } from './advice.wording.ts';
import { NOTHING_KNOWN } from './advice-facts.rules.ts';
import { BASE } from './build-facts.rules.ts';
import { capsOfBuild, spentOn } from './builds.rules.ts';
import { answerOf, type State } from './conversation.rules.ts';
import type { Language } from './lexicon.rules.ts';
import { contradictionsIn } from './test-contradictions.ts';
import type { Prompt } from './test-prompts.ts';
import { ENGLISH } from './test-prompts-english.ts';
import { FRENCH } from './test-prompts-french.ts';
import { GERMAN } from './test-prompts-german.ts';
import { SPANISH } from './test-prompts-spanish.ts';

const TABLE: Record<Language, readonly Prompt[]> = { en: ENGLISH, de: GERMAN, es: SPANISH, fr: FRENCH };

/** Returns the answers of a conversation, the last one first. */
function answersTo(said: string | readonly string[]): State[] {
  const answers: State[] = [];
  for (const text of typeof said === 'string' ? [said] : said)
    answers.unshift(answerOf(text, answers[0], NOTHING_KNOWN));
  return answers;
}

const ROWS = Object.entries(TABLE).flatMap(([language, rows]) =>
  rows.map(([said, expected]) => ({
    language,
    name: typeof said === 'string' ? said : said.join(' → '),
    said,
    expected,
  })),
);

describe('the prompt table', () => {
  test('has 200 distinct rows', () => {
    expect(ROWS).toHaveLength(200);
    expect(new Set(ROWS.map(({ name, language }) => `${language} ${name}`)).size).toBe(200);
  });

  test.each(ROWS)('$language: $name', ({ said, expected, language }) => {
    const [answer, before] = answersTo(said) as [State, State | undefined];
    const { build, facts } = answer;
    const { ratings } = build;
    const kinds = facts.map(({ kind }) => kind);
    const caps = capsOfBuild(build);
    expect(answer.language).toBe(language);
    expect({
      ...(expected.pos && { pos: build.position }),
      ...(expected.h && { h: build.height }),
      ...(expected.arch && { arch: build.archetype }),
      ...(expected.budget && { budget: build.budget }),
      ...(expected.weight && { weight: build.weight }),
    }).toEqual({
      ...(expected.pos && { pos: expected.pos }),
      ...(expected.h && { h: expected.h }),
      ...(expected.arch && { arch: expected.arch }),
      ...(expected.budget && { budget: expected.budget }),
      ...(expected.weight && { weight: expected.weight }),
    });
    expect((expected.none ?? []).filter((id) => ratings[id] !== BASE)).toEqual([]);
    expect((expected.up ?? []).filter((id) => ratings[id] < Math.min(76, caps[id]))).toEqual([]);
    expect((expected.higher ?? []).filter((id) => ratings[id] <= before!.build.ratings[id])).toEqual([]);
    expect((expected.lower ?? []).filter((id) => ratings[id] >= before!.build.ratings[id])).toEqual([]);
    expect((expected.says ?? []).filter((kind) => !kinds.includes(kind))).toEqual([]);
    expect((expected.quiet ?? []).filter((kind) => kinds.includes(kind))).toEqual([]);
    // Invariants of every answer.
    expect(spentOn(ratings)).toBeLessThanOrEqual(build.budget);
    expect(contradictionsIn(answer)).toEqual([]);
    expect(answersTo(said)[0]).toEqual(answer);
    for (const sentence of sentencesOf(facts, answer.language)) expect(sentence).toMatch(/^\S.*[.?!]$/);
  });
});
