import type { CompetitiveLevel, Position } from '../../profiles/game.schema.ts';
import { type ArchetypeId, BRINGS, type SkillId } from './build-facts.rules.ts';
import { languageOf } from './informal-language.rules.ts';
import { type Language, type Mode, plain, VERDICTS, type Verdict } from './lexicon.rules.ts';
import { cuesOf, type Entity, wordsOf } from './lexicon-words.rules.ts';
import { measuresOf } from './measures.rules.ts';

/** What the player asks for: a build, the reasons for the last one, or the points available. */
type Intent = 'build' | 'why' | 'budget';

/** What a text says, as far as we understand it. Nothing in it is inferred. */
export type ParsedText = {
  language: Language;
  intent: Intent;
  /** The player wants to start over. */
  fresh: boolean;
  positions: Position[];
  notPositions: Position[];
  /** Positions the squad lacks, and those it has. */
  seats: Position[];
  mates: Position[];
  archetypes: ArchetypeId[];
  notArchetypes: ArchetypeId[];
  skills: Record<Verdict, SkillId[]>;
  /** Centimeters. */
  heights: number[];
  /** Centimeters more or less than the last build. */
  heightChange: number | undefined;
  weight: number | undefined;
  budget: number | undefined;
  level: CompetitiveLevel | undefined;
  mode: Mode | undefined;
  /** The player talks about their squad. */
  squad: boolean;
  /** Anything at all was understood. */
  any: boolean;
};

/** The height change when the player only says taller or shorter. */
const STEP_CM = 5;

type Piece = { text: string; at: number; glue: 'new' | 'list' | 'and' | 'or'; entities: (Entity & { at: number })[] };

/** @param before the language of the conversation so far */
export function understand(question: string, before: Language = 'en'): ParsedText {
  const text = plain(question).replace(/[^\S\n]+/g, ' ');
  const language = languageOf(question, before);
  const words = wordsOf(language);
  const measures = measuresOf(text, words.plainWords);
  const heard: ParsedText = {
    language,
    intent: 'build',
    fresh: words.fresh(text),
    positions: [],
    notPositions: [],
    seats: [],
    mates: [],
    archetypes: [],
    notArchetypes: [],
    skills: { want: [], weak: [], more: [], less: [], not: [], enough: [], lack: [], covered: [] },
    heights: measures.heights,
    heightChange: undefined,
    weight: measures.weight,
    budget: measures.budget,
    level: words.level(measures.rest),
    mode: words.mode(measures.rest),
    squad: words.team(measures.rest),
    any: false,
  };
  const taller = words.taller(measures.rest);
  if (taller || words.shorter(measures.rest)) heard.heightChange = (measures.change ?? STEP_CM) * (taller ? 1 : -1);
  const idle = words.withoutIdle(measures.rest);
  const { entities, rest } = words.entitiesIn(idle);
  for (const [piece, verdicts] of judged(piecesOf(rest, entities, words.boundaries), language)) {
    for (const [index, entity] of piece.entities.entries()) note(heard, entity, verdicts[index]!);
  }
  if (words.howMany(measures.rest)) heard.intent = 'budget';
  else if (words.why(measures.rest)) heard.intent = 'why';
  // If something was said twice, the second statement counts.
  settle(heard);
  heard.any =
    entities.length > 0 ||
    heard.heights.length > 0 ||
    [heard.heightChange, heard.weight, heard.budget, heard.level, heard.mode].some((one) => one !== undefined) ||
    heard.intent !== 'build' ||
    heard.fresh ||
    heard.squad;
  return heard;
}

/** Splits a text into clauses, each with how it's joined to the one before it. */
function piecesOf(text: string, entities: (Entity & { at: number })[], boundaries: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let glue: Piece['glue'] = 'new';
  const close = (to: number) => {
    const inside = entities.filter(({ at }) => at >= from && at < to);
    pieces.push({ text: text.slice(from, to), at: from, glue, entities: inside });
  };
  for (const match of text.matchAll(boundaries)) {
    const { skip, mark, list, or, and } = match.groups!;
    if (skip) continue;
    if (match.index > from) close(match.index);
    glue = list ? 'list' : or ? 'or' : and ? 'and' : 'new';
    // A word that starts a clause belongs to it; a mere separator doesn't.
    from = mark || list || or || and ? match.index + match[0].length : match.index;
  }
  close(text.length);
  return pieces;
}

/**
 * Judges each clause's statements about each thing in it. A clause that says nothing by itself continues the one
 * before.
 */
function* judged(pieces: readonly Piece[], language: Language): Generator<[Piece, Verdict[]]> {
  const cues = cuesOf(language);
  let last = START;
  for (const [index, piece] of pieces.entries()) {
    const said = cues(piece.text, piece.at, piece.glue !== 'new' && !last.self);
    if (said.silent && piece.glue !== 'new') {
      const goesOn = piece.glue !== 'list' || last.verdict !== 'not' || endsWithOr(pieces, index, cues);
      if (!goesOn) last = START;
      const goingOn = last;
      yield [piece, piece.entities.map((entity) => inherited(entity, goingOn, piece.glue))];
      continue;
    }
    const verdicts = piece.entities.map((entity) => said.verdictOf(entity, piece.entities));
    yield [piece, verdicts];
    if (verdicts.length > 0)
      last = { verdict: verdicts.at(-1)!, self: !said.team, position: piece.entities.at(-1)!.position !== undefined };
    else if (!said.silent) last = { verdict: said.bare, self: !said.team, position: true };
  }
}

type Before = { verdict: Verdict; self: boolean; position: boolean };
const START: Before = { verdict: 'want', self: true, position: false };

/**
 * Returns the verdict carried over from an earlier clause; a position after a comma only continues another position.
 */
function inherited({ position }: Entity, last: Before, glue: Piece['glue']): Verdict {
  if (!position) return last.verdict;
  if (glue === 'list' && !last.position) return 'want';
  // A position is wanted or not; nobody is "weak" at one.
  return last.self && last.verdict !== 'not' ? 'want' : last.verdict;
}

/**
 * Checks whether an enumeration that started earlier continues here and ends with "or": "no threes, dunks or post
 * moves".
 */
function endsWithOr(pieces: readonly Piece[], from: number, cues: ReturnType<typeof cuesOf>): boolean {
  for (const piece of pieces.slice(from + 1)) {
    if (piece.glue === 'or') return true;
    if (piece.glue !== 'list' || !cues(piece.text, piece.at).silent) return false;
  }
  return false;
}

function note(heard: ParsedText, entity: Entity, verdict: Verdict): void {
  const { position, archetype, skill } = entity;
  if (position) {
    if (verdict === 'not') heard.notPositions.push(position);
    else if (verdict === 'lack') heard.seats.push(position);
    else if (verdict === 'covered') heard.mates.push(position);
    else heard.positions.push(position);
  }
  if (archetype) {
    const brought = BRINGS[archetype];
    if (verdict === 'want' || verdict === 'more') heard.archetypes.push(archetype);
    else if (verdict === 'not') heard.notArchetypes.push(archetype);
    if (brought && verdict !== 'want' && verdict !== 'more') heard.skills[verdict].push(brought);
  }
  if (skill) heard.skills[verdict].push(skill);
}

const once = <T>(list: readonly T[]): T[] => [...new Set(list)];

/** Resolves conflicts: ruled-out things aren't wished for, and the last of two statements about one thing wins. */
function settle(heard: ParsedText): void {
  for (const verdict of VERDICTS) heard.skills[verdict] = once(heard.skills[verdict]);
  const { skills } = heard;
  for (const verdict of ['want', 'weak', 'more', 'less'] as const) {
    skills[verdict] = skills[verdict].filter((one) => !skills.not.includes(one));
  }
  skills.covered = skills.covered.filter((one) => !skills.lack.includes(one));
  heard.notPositions = once(heard.notPositions);
  heard.positions = once(heard.positions).filter((one) => !heard.notPositions.includes(one));
  heard.seats = once(heard.seats);
  heard.mates = once(heard.mates).filter((one) => !heard.seats.includes(one));
  heard.notArchetypes = once(heard.notArchetypes);
  heard.archetypes = once(heard.archetypes).filter((one) => !heard.notArchetypes.includes(one));
  heard.heights = once(heard.heights);
}
