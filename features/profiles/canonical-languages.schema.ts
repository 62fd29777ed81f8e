import { LOCALES } from '../../messages/locales.ts';

/** The languages of ISO 639-1, and Cantonese and Filipino, which have no two-letter code. */
const CODES =
  'aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cs cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz id ig is it ja jv ka kg ki kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my nb ne ng nl nn no nr nv ny oc oj om or os pa pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tn to tr ts tt ty ug uk ur uz ve vi wa wo xh yi yo za zh zu yue fil'.split(
    ' ',
  );

/** Other names of languages, in English and in the language itself. */
const OTHER_NAMES: Record<string, string> = {
  castellano: 'es',
  castilian: 'es',
  farsi: 'fa',
  mandarin: 'zh',
  tagalog: 'fil',
  brazilian: 'pt',
  'brazilian portuguese': 'pt',
  'portugues brasileiro': 'pt',
  norwegian: 'no',
};

const normalizeName = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').trim();

let codesByName: Map<string, string> | undefined;

/** Maps language names to codes: the names in our languages and in the language itself. */
function createNames(): Map<string, string> {
  const names = new Map(Object.entries(OTHER_NAMES));
  const addNames = (locale: string, codes: readonly string[]) => {
    const display = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
    for (const code of codes) {
      const name = display.of(code);
      if (name && !names.has(normalizeName(name))) names.set(normalizeName(name), code);
    }
  };
  for (const locale of LOCALES) addNames(locale, CODES);
  for (const code of CODES) addNames(code, [code]);
  for (const code of CODES) if (!names.has(code)) names.set(code, code);
  return names;
}

const englishNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Returns the English name under which a spoken language is stored, compared and matched, so that players who call it
 * "Español", "espagnol" and "es" match. Unknown languages stay as typed, with a capital letter.
 */
export function toCanonicalLanguage(typed: string): string {
  codesByName ??= createNames();
  const code = codesByName.get(normalizeName(typed));
  return (code && englishNames.of(code)) ?? typed.charAt(0).toUpperCase() + typed.slice(1);
}
