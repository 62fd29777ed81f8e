import type { CompetitiveLevel, Position } from '../../profiles/game.schema.ts';
import type { ArchetypeId, SkillId } from './build-facts.rules.ts';
import { LEXICONS } from './informal-language.rules.ts';
import { anyOf, LANGUAGES_READ, type Language, type Lexicon, type Mode, plain, type Verdict } from './lexicon.rules.ts';

/** What a phrase names: exactly one of the three. */
export type Entity = { position?: Position; archetype?: ArchetypeId; skill?: SkillId };
type Placed = Entity & { at: number };

/** Replaces a phrase that has been matched, one character per letter. */
const TAKEN = '§';
const has = (phrases: readonly string[]) => {
  const expression = anyOf(phrases);
  return (text: string) => text.search(expression) >= 0;
};
const first = <Name extends string>(table: Record<Name, readonly string[]>) => {
  const tests = (Object.keys(table) as Name[]).map((name) => [name, has(table[name])] as const);
  return (text: string) => tests.find(([, test]) => test(text))?.[0];
};

type Table = { phrases: Map<string, Entity>; expression: RegExp };

/** Builds the table of names in a language, plus the English basketball terms that are used everywhere. */
function tableOf(lexicon: Lexicon): Table {
  const phrases = new Map<string, Entity>();
  // When two share a phrase, positions win over archetypes, archetypes over skills, and the own language over English.
  for (const { positions, archetypes, skills } of [lexicon, LEXICONS.en]) {
    const put = (list: readonly string[], entity: Entity) => {
      for (const phrase of list.map(key)) if (!phrases.has(phrase)) phrases.set(phrase, entity);
    };
    for (const [position, list] of Object.entries(positions)) put(list, { position: position as Position });
    for (const [archetype, list] of Object.entries(archetypes)) put(list, { archetype: archetype as ArchetypeId });
    for (const [skill, list] of Object.entries(skills)) put(list, { skill: skill as SkillId });
  }
  return { phrases, expression: anyOf([...phrases.keys()]) };
}

/** Normalizes a phrase, however its words are joined. */
const key = (phrase: string) => plain(phrase).replace(/[ -]+/g, ' ');
const joined = (phrase: string) => key(phrase).replaceAll(' ', '');

function entitiesIn(text: string, { phrases, expression }: Table): { entities: Placed[]; rest: string } {
  const loose = new Map([...phrases].map(([phrase, entity]) => [joined(phrase), entity]));
  const entities: Placed[] = [];
  const rest = text.replace(expression, (match, at: number) => {
    // The "c" of "c'est" isn't a center.
    if (match === 'c' && text[at + 1] === "'") return match;
    const entity = phrases.get(key(match)) ?? loose.get(joined(match));
    if (!entity) return match;
    entities.push({ ...entity, at });
    return TAKEN.repeat(match.length);
  });
  return { entities, rest };
}

/** Matches where a clause ends: punctuation, an enumeration, a conjunction, or the start of another clause. */
function boundariesOf({ no, or, and, breaks }: Lexicon): RegExp {
  const source = (phrases: readonly string[]) => anyOf(phrases).source;
  // A negation of several words may contain something that would end a clause: "anything but a center". And what
  // directly follows a negation belongs to it, as in the Spanish for "I am no shooter".
  const long = source(no.filter((phrase) => phrase.includes(' ')));
  const behindNo = `(?<!(?:^|[^\\p{L}])(?:${no
    .filter((phrase) => !phrase.includes(' '))
    .map(plain)
    .join('|')}) )`;
  return new RegExp(
    `(?<skip>${long})|(?<mark>[.;:!?\\n()]+)|(?<list>,)|(?<or>${source(or)})|(?<and>${source(and)}|/)|(?<begin>${behindNo}${source(breaks)})`,
    'gu',
  );
}

/** Prepares a language's lexicon for matching. */
function readyWords(language: Language) {
  const lexicon = LEXICONS[language];
  const table = tableOf(lexicon);
  const idle = anyOf(lexicon.idle);
  const plainAll = (list: readonly string[]) => list.map(plain);
  return {
    plainWords: {
      counts: plainAll(lexicon.counts),
      feet: plainAll(lexicon.feet),
      inches: plainAll(lexicon.inches),
      points: plainAll(lexicon.points),
      budget: plainAll(lexicon.budget),
      tall: plainAll(lexicon.tall),
    },
    fresh: has(lexicon.fresh),
    level: first<CompetitiveLevel>(lexicon.levels),
    mode: first<Mode>(lexicon.modes),
    team: has(lexicon.team),
    taller: has(lexicon.taller),
    shorter: has(lexicon.shorter),
    why: has(lexicon.why),
    howMany: has(lexicon.howMany),
    boundaries: boundariesOf(lexicon),
    withoutIdle: (text: string) => text.replace(idle, (match) => ' '.repeat(match.length)),
    entitiesIn: (text: string) => entitiesIn(text, table),
  };
}

/** What one clause says about the things it names. */
type Said = {
  /** The clause says nothing by itself. */
  silent: boolean;
  team: boolean;
  /** What it says about something only the next clause names. */
  bare: Verdict;
  verdictOf: (entity: Placed, all: readonly Placed[]) => Verdict;
};

function readyCues(language: Language) {
  const lexicon = LEXICONS[language];
  const no = anyOf(lexicon.no);
  const test = {
    team: has(lexicon.team),
    self: has(lexicon.self),
    need: has(lexicon.need),
    weak: has(lexicon.weak),
    strong: has(lexicon.strong),
    more: has(lexicon.more),
    less: has(lexicon.less),
  };
  return (text: string, at: number, ofTeamBefore = false): Said => {
    const noAt = text.search(no);
    const self = test.self(text);
    const cues = { need: test.need(text), weak: test.weak(text), strong: test.strong(text) };
    const degree: Verdict | undefined = test.less(text) ? 'less' : test.more(text) ? 'more' : undefined;
    // "We have no rebounder and too many shooters": after a statement about the squad, a lack or an excess is about the
    // squad too.
    const team = test.team(text) || (ofTeamBefore && !self && (cues.need || degree === 'less'));
    // Not needing more of something means having enough of it, not wanting none.
    const enough = cues.need && test.more(text.replace(no, ' '));
    const judge = (negated: boolean, ofTeam: boolean): Verdict => {
      if (ofTeam) {
        if (cues.need) return negated ? 'covered' : 'lack';
        if (cues.weak) return negated ? 'covered' : 'lack';
        return negated || degree === 'more' ? 'lack' : 'covered';
      }
      if (cues.weak && !cues.strong) return negated ? 'want' : 'weak';
      if (negated) return enough ? 'enough' : 'not';
      return degree ?? 'want';
    };
    return {
      silent: !(team || self || noAt >= 0 || degree || Object.values(cues).some(Boolean)),
      team,
      bare: judge(noAt >= 0, team && !self),
      verdictOf: (entity, all) => {
        const behind = all.filter((one) => one.at - at > noAt);
        // A negation applies to what follows it or, if nothing follows, to what it ends: "shooting I do not need".
        const skills = all.filter((one) => !one.position);
        const closed = skills.length > 0 ? skills : all;
        const negated = noAt >= 0 && (behind.length > 0 ? behind : closed).includes(entity);
        const ofTeam = team && !(self && entity.skill === undefined && !negated);
        const verdict = judge(negated, ofTeam);
        if (!entity.position || ofTeam) return verdict;
        return verdict === 'not' ? 'not' : 'want';
      },
    };
  };
}

const words = Object.fromEntries(LANGUAGES_READ.map((one) => [one, readyWords(one)])) as Record<
  Language,
  ReturnType<typeof readyWords>
>;
const cues = Object.fromEntries(LANGUAGES_READ.map((one) => [one, readyCues(one)])) as Record<
  Language,
  ReturnType<typeof readyCues>
>;
export const wordsOf = (language: Language) => words[language];
export const cuesOf = (language: Language) => cues[language];
