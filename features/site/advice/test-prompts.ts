import type { Position } from '../../profiles/game.schema.ts';
import type { Fact } from './advice-facts.rules.ts';
import type { ArchetypeId, AttributeId } from './build-facts.rules.ts';

/** What the answer to a table row must match; omitted fields may be anything. */
type Expected = {
  pos?: Position;
  /** The build's height in centimeters. */
  h?: number;
  arch?: ArchetypeId;
  /** No points were spent on these. */
  none?: AttributeId[];
  /** These are at least 76, or as high as the body allows. */
  up?: AttributeId[];
  /** These are higher, or lower, than in the previous answer. */
  higher?: AttributeId[];
  lower?: AttributeId[];
  budget?: number;
  weight?: number;
  /** Kinds of facts the answer must include, and must not. */
  says?: Fact['kind'][];
  quiet?: Fact['kind'][];
};

/** A message, or a conversation whose last answer is checked. */
export type Prompt = readonly [said: string | readonly string[], expected: Expected];
