/**
 * One part of a cursor: a time as the database writes it (with microseconds), an optional time, a number, or an
 * id.
 */
type Part = 'instant' | 'instant or none' | 'number' | 'id';

type CursorValues<P extends Record<string, Part>> = {
  [K in keyof P]: P[K] extends 'instant or none' ? string | null : string;
};

const INSTANT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}(:\d{2})?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isInstant = (text: string) => INSTANT.test(text) && !Number.isNaN(Date.parse(text));

const PART_PATTERNS: Record<Part, (text: string) => boolean> = {
  instant: isInstant,
  'instant or none': (text) => text === '' || isInstant(text),
  number: (text) => /^\d{1,9}$/.test(text),
  id: (text) => UUID.test(text),
};

/**
 * Creates a codec that stores the sort keys of a page's last row as one opaque string for URLs.
 * @param parts the sort keys of the list, in the order they appear in the string
 */
export function createCursorCodec<const P extends Record<string, Part>>(parts: P) {
  const kinds = Object.entries(parts);
  return {
    encode(cursor: CursorValues<P>): string {
      const text = kinds.map(([name]) => cursor[name] ?? '').join('|');
      return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    },
    /** Returns the decoded cursor, or undefined if the string is invalid. */
    decode(cursor: string): CursorValues<P> | undefined {
      try {
        const texts = atob(cursor.replaceAll('-', '+').replaceAll('_', '/')).split('|');
        if (!kinds.every(([, kind], index) => PART_PATTERNS[kind](texts[index] ?? ''))) return undefined;
        return Object.fromEntries(kinds.map(([name], index) => [name, texts[index] || null])) as CursorValues<P>;
      } catch {
        return undefined;
      }
    },
  };
}
