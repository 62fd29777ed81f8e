import type { Position } from '../../profiles/game.schema.ts';
import type { Fact } from './advice-facts.rules.ts';
import type { ArchetypeId, AttributeId } from './build-facts.rules.ts';

/** What a row of the table holds the answer to; what it leaves out may be anything. */
type Expected = {
  pos?: Position;
  /** Centimetres of the build. */
  h?: number;
  arch?: ArchetypeId;
  /** No point was spent on these. */
  none?: AttributeId[];
  /** These are at least 76, or as high as the body allows. */
  up?: AttributeId[];
  /** These are higher, or lower, than in the answer before. */
  higher?: AttributeId[];
  lower?: AttributeId[];
  budget?: number;
  weight?: number;
  /** Kinds of facts that the answer says, and that it does not. */
  says?: Fact['kind'][];
  quiet?: Fact['kind'][];
};

/** A text, or a conversation whose last answer is looked at. */
export type Prompt = readonly [said: string | readonly string[], expected: Expected];
