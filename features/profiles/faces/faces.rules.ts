import { endpoints } from '../../../content/endpoints.ts';
import { FACE_PARTS, type FacePart, type Look, PART_NAMES } from './face-parts.schema.ts';

/** Parts that most faces don't have. At least half of the digits of their code mean "none". */
const RARE_PARTS: readonly FacePart[] = ['wear', 'beard'];

/**
 * Returns the face for a code of eight hexadecimal digits. Every such code is valid, so the digest of an ID works too.
 * @example parseFaceCode('00000000') // the first choice of every part
 */
export function parseFaceCode(code: string): Look {
  const choices = PART_NAMES.map((part, place) => {
    const digit = Number.parseInt(code[place] ?? '0', 16);
    const { length } = FACE_PARTS[part];
    return [part, RARE_PARTS.includes(part) && digit >= 2 * length ? 0 : digit % length] as const;
  });
  return Object.fromEntries(choices) as Look;
}

/**
 * Returns the code for a look, the inverse of `parseFaceCode`. Of all codes for the look, it has the smallest digits.
 */
export const formatFaceCode = (look: Look): string => PART_NAMES.map((part) => look[part].toString(16)).join('');

const FACE = new RegExp(`^${endpoints.face('([0-9a-f]{8})').replaceAll('.', '\\.')}$`);

/** Returns the code of the face at a URL; undefined for any other picture. */
export const getFaceCode = (address: string): string | undefined => FACE.exec(address)?.[1];
