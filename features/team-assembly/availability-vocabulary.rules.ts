import { type Locale, SOURCE_LOCALE } from '../../messages/locales.ts';

type TranslatedLocale = Exclude<Locale, typeof SOURCE_LOCALE>;

/** English words of the availability parser, with the phrases of another language that mean the same. */
type Vocabulary = Readonly<Record<string, string>>;

/**
 * Phrases per language: lowercase, without accents, separated by commas. (s) and (e) are optional endings. A day's short
 * name may end with a period.
 */
const VOCABULARIES: Record<TranslatedLocale, Vocabulary> = {
  'es-419': {
    mon: 'lunes, lun',
    tue: 'martes, mar',
    wed: 'miercoles, mie',
    thu: 'jueves, jue',
    fri: 'viernes, vie',
    sat: 'sabado(s), sab',
    sun: 'domingo(s), dom',
    weekdays: 'entre semana, dia(s) de semana, dias laborables, dias habiles',
    weekends: 'fin de semana, fines de semana, finde(s)',
    'every day': 'todos los dias, cada dia, a diario, diario, diariamente',
    mornings: 'por la manana, en la manana, por las mananas, manana(s)',
    afternoons: 'por la tarde, en la tarde, por las tardes, tarde(s)',
    nights: 'por la noche, en la noche, por las noches, de noche, noche(s)',
    noon: 'mediodia, medio dia',
    midnight: 'medianoche, media noche',
    after: 'a partir de las, a partir de la, a partir de, despues de las, despues de la, despues de',
    from: 'desde las, desde la, desde, de las, de la, de',
    before: 'antes de las, antes de la, antes de, antes del',
    until: 'hasta las, hasta la, hasta el, hasta',
    between: 'entre las, entre la, entre',
    to: 'a las, a la, a',
    and: 'y',
    except: 'excepto los, excepto el, excepto, salvo los, salvo el, salvo, menos los, menos el, menos, pero no los',
    'any time': 'a cualquier hora, cualquier hora, cuando sea, todo el dia, siempre',
    am: 'de la manana',
    pm: 'de la tarde, de la noche',
    eastern: 'hora del este',
    central: 'hora del centro, hora central',
    pacific: 'hora del pacifico',
  },
  'pt-BR': {
    mon: 'segunda-feira, segundas-feiras, segunda feira, segunda(s), seg',
    tue: 'terca-feira, tercas-feiras, terca feira, terca(s), ter',
    wed: 'quarta-feira, quartas-feiras, quarta feira, quarta(s), qua',
    thu: 'quinta-feira, quintas-feiras, quinta feira, quinta(s), qui',
    fri: 'sexta-feira, sextas-feiras, sexta feira, sexta(s), sex',
    sat: 'sabado(s), sab',
    sun: 'domingo(s), dom',
    weekdays: 'durante a semana, dia(s) de semana, dias uteis',
    weekends: 'fim de semana, fins de semana, final de semana, finais de semana',
    'every day': 'todos os dias, todo dia, todo o dia, diariamente',
    mornings: 'de manha, pela manha, manha(s)',
    afternoons: 'a tarde, de tarde, pela tarde, tarde(s)',
    evenings: 'a noite, de noite, pela noite, noite(s)',
    'late nights': 'tarde da noite',
    noon: 'meio-dia, meio dia',
    midnight: 'meia-noite, meia noite',
    after: 'a partir das, a partir da, a partir do, a partir de, depois das, depois da, depois de, apos as, apos',
    from: 'desde as, desde, das, da, de',
    before: 'antes das, antes da, antes de, antes do',
    until: 'ate as, ate a, ate o, ate',
    between: 'entre as, entre',
    to: 'as, a',
    and: 'e',
    except: 'exceto as, exceto os, exceto, menos as, menos os, menos na, menos no, menos, fora',
    'any time': 'a qualquer hora, qualquer hora, o dia todo, o dia inteiro, sempre',
    am: 'da manha',
    pm: 'da tarde, da noite',
    brt: 'horario de brasilia, hora de brasilia, brasilia',
  },
  fr: {
    mon: 'lundi(s), lun',
    tue: 'mardi(s), mar',
    wed: 'mercredi(s), mer',
    thu: 'jeudi(s), jeu',
    fri: 'vendredi(s), ven',
    sat: 'samedi(s), sam',
    sun: 'dimanche(s), dim',
    weeknights: 'soir(s) de semana, soir(s) de semaine, soirs en semaine',
    weekdays: 'en semaine, la semaine, jour(s) de semaine, jours ouvres',
    weekends: 'week-end(s), weekend(s), fin de semaine, fins de semaine',
    'every day': 'tous les jours, chaque jour, quotidiennement',
    'every day evenings': 'tous les soirs, chaque soir',
    mornings: 'le matin, matin(s), matinee(s)',
    afternoons: "l'apres-midi, apres-midi, apres midi, aprem",
    evenings: 'le soir, soir(s), soiree(s)',
    'late nights': 'tard le soir, fin de soiree',
    nights: 'la nuit, nuit(s)',
    noon: 'midi',
    midnight: 'minuit',
    after: 'a partir de, a compter de, des, apres',
    from: 'de, depuis',
    before: 'avant',
    until: "jusqu'a",
    between: 'entre',
    to: 'a, au',
    and: 'et',
    except: 'sauf le(s), sauf, hors, excepte le, excepte, pas le(s), pas',
    'any time': "n'importe quand, toute la journee, a toute heure, toujours",
    am: 'du matin',
    pm: "du soir, de l'apres-midi",
    eastern: "heure de l'est",
    pacific: 'heure du pacifique',
    cet: 'heure de paris, heure francaise',
  },
  de: {
    mon: 'montag(s), mo',
    tue: 'dienstag(s), di',
    wed: 'mittwoch(s), mi',
    thu: 'donnerstag(s), do',
    fri: 'freitag(s), fr',
    sat: 'samstag(s), sonnabend(s), sa',
    sun: 'sonntag(s), so',
    weekdays: 'unter der woche, werktag(s), werktags, wochentags, in der woche',
    weekends: 'am wochenende, wochenende(n), wochenends',
    'every day': 'jeden tag, taglich, alle tage',
    'every day evenings': 'jeden abend',
    mornings: 'am morgen, morgens, am vormittag, vormittag(s), fruh',
    afternoons: 'am nachmittag, nachmittag(s)',
    evenings: 'am abend, abend(s)',
    'late nights': 'spatabends, spat abends',
    nights: 'in der nacht, nacht(s)',
    noon: 'mittag(s)',
    midnight: 'mitternacht',
    after: 'ab, nach',
    from: 'von',
    before: 'vor',
    until: 'bis zum, bis',
    between: 'zwischen',
    and: 'und',
    except: 'ausser am, ausser, aber nicht am, nicht am, nicht, nur nicht',
    'any time': 'jederzeit, immer, den ganzen tag, ganztags, ganztagig, egal wann',
    cet: 'mez, mesz, deutscher zeit',
  },
};

/** German joins a day and a part of it: Montagabend. */
const JOINED_DAY = /(\p{L}+tag|mittwoch|sonnabend)(vormittag|nachmittag|morgen|abend|nacht)(?=s?(?!\p{L}))/gu;
/** "so ab 20 Uhr" means about 8 PM, not Sunday. */
const ABOUT = /(?<!\p{L})so(?=:| (?:ab|bis|gegen|um|zwischen|nach) )/gu;
/** Hour units after a time on a 24-hour clock ("20 Uhr"). Doesn't match durations such as "3 h por semana". */
const UNIT = String.raw`\s*(?:hs?|horas?|heures?|uhr)(?!\p{L}|\s+(?:par|por|pro)\s)`;
const MINUTES = String.raw`(?:\s?(\d\d)(?!\d|\s*h))?`;
/** In a range, the unit may follow only the end. */
const RANGE_START = new RegExp(
  String.raw`(?<![\d:.]|\dh)(\d{1,2})(?=\s*(?:-|–|—|to|until|and)\s*\d{1,2}(?:[:.]\d\d)?${UNIT})`,
  'gu',
);
const HOUR_WITH_UNIT = new RegExp(String.raw`\b(\d{1,2})(?:[:.](\d\d))?${UNIT}${MINUTES}`, 'gu');
/** Hours with a part of the day: "7:00 until 11:00 evenings". */
const HOURS_OF_PART =
  /\b(?:(\d{1,2}):(\d\d)\s*(-|–|—|to|until)\s*)?\b(\d{1,2}):(\d\d) (mornings|afternoons|evenings|nights)\b/g;

const normalizeText = (text: string) =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('’', "'");

const toPattern = (phrase: string) => phrase.replace(/\((\w)\)/g, '$1?').replaceAll(' ', String.raw`\s+`);

/** Returns a function that replaces a vocabulary's phrases with English ones, the longest first. */
function createReplacer(vocabulary: Vocabulary): (text: string) => string {
  const phrases = Object.entries(vocabulary)
    .flatMap(([english, list]) => list.split(', ').map((phrase) => ({ english, phrase })))
    .toSorted((a, b) => b.phrase.length - a.phrase.length);
  const choices = phrases.map(({ phrase }) => `(${toPattern(phrase)})`).join('|');
  const pattern = new RegExp(String.raw`(?<![\p{L}'])(?:${choices})(?!\p{L}|\.?\s?m\b)\.?`, 'gu');
  return (text) =>
    text.replace(pattern, (_match, ...groups) => phrases[groups.findIndex((group) => group !== undefined)]!.english);
}

function writeHoursOfPart(...groups: (string | undefined)[]): string {
  const [, fromHour, fromMinutes, to, hour, minutes, part] = groups;
  const isMorning = part === 'mornings' || (part === 'nights' && Number(hour) < 6);
  const half = isMorning ? 'am' : 'pm';
  const end = Number(hour) > 12 ? `${hour}:${minutes}` : `${hour}:${minutes} ${half}`;
  if (!fromHour) return end;
  if (Number(hour) > 12 || fromMinutes !== '00') return `${fromHour}:${fromMinutes} ${to} ${end}`;
  // The parser reads a start without minutes in the same half of the day as the end. That's wrong for a night that
  // starts before midnight, so mark its start as PM.
  return part === 'nights' && Number(fromHour) > Number(hour)
    ? `${fromHour} pm ${to} ${end}`
    : `${fromHour} ${to} ${end}`;
}

const replacers = new Map<TranslatedLocale, (text: string) => string>();

/** Creates a language's replacer on first use, because the preview translates the text on every keystroke. */
function getReplacer(locale: TranslatedLocale): (text: string) => string {
  const replacer = replacers.get(locale) ?? createReplacer(VOCABULARIES[locale]);
  replacers.set(locale, replacer);
  return replacer;
}

/**
 * Translates an availability text into the English words that the parser knows. English words stay, because players
 * write them in every language.
 */
export function translateAvailability(text: string, locale: Locale): string {
  if (locale === SOURCE_LOCALE) return text;
  const joined = normalizeText(text).replace(ABOUT, '').replace(JOINED_DAY, '$1 $2');
  return getReplacer(locale)(joined)
    .replace(RANGE_START, '$1:00')
    .replace(HOUR_WITH_UNIT, (_match, hour, minutes, after) => `${hour}:${minutes ?? after ?? '00'}`)
    .replace(HOURS_OF_PART, writeHoursOfPart);
}
