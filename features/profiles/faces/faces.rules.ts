import { endpoints } from '../../../content/endpoints.ts';
import { FACE_PARTS, type FacePart, type Look, PART_NAMES } from './face-parts.schema.ts';

/** What most people do without: of the digits that nobody chose, half mean none. */
const RARE: readonly FacePart[] = ['wear', 'beard'];

/**
 * The face behind a code of eight hexadecimal digits. Any such code is a face, so that a digest of an id is one too.
 * @example lookOf('00000000') // the first choice of every part
 */
export function lookOf(code: string): Look {
  const choices = PART_NAMES.map((part, place) => {
    const digit = Number.parseInt(code[place] ?? '0', 16);
    const { length } = FACE_PARTS[part];
    return [part, RARE.includes(part) && digit >= 2 * length ? 0 : digit % length] as const;
  });
  return Object.fromEntries(choices) as Look;
}

/** The shortest way to say a look: `lookOf` reads it back as it was. */
export const codeOf = (look: Look): string => PART_NAMES.map((part) => look[part].toString(16)).join('');

const FACE = new RegExp(`^${endpoints.face('([0-9a-f]{8})').replaceAll('.', '\\.')}$`);

/** The code of the face at an address, or nothing when that is another picture. */
export const codeOfFace = (address: string): string | undefined => FACE.exec(address)?.[1];
