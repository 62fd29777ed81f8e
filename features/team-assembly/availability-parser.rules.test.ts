import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { LOCALES, type Locale, TRANSLATED_LOCALES } from '../../messages/locales.ts';
import { getTranslator } from '../../messages/translators.ts';
import { formatWeekLines } from '../../web/ui/week-cells.ts';
import { parseAvailability, toWeek } from './availability-parser.rules.ts';
import * as messages from './team-assembly.messages.ts';

const lines = (text: string, shift = 0) =>
  formatWeekLines(english, toWeek(parseAvailability(text).spans, shift), 24).join('; ');
const ALL = 'Mon, Tue, Wed, Thu, Fri, Sat, Sun';
const WORK = 'Mon, Tue, Wed, Thu, Fri';

describe('parseAvailability', () => {
  it.each([
    ['Weekdays after 7 PM Eastern', `${WORK} 19:00–24:00`],
    ['after 7pm on weekdays', `${WORK} 19:00–24:00`],
    ['Mon, Tue 19:00–23:00; Sat 22:00–02:00', 'Mon, Tue 19:00–23:00; Sat 22:00–02:00'],
    ['Mon-Fri 7-11 pm', `${WORK} 19:00–23:00`],
    ['Monday to Thursday from 8 to 10', 'Mon, Tue, Wed, Thu 20:00–22:00'],
    ['7-11pm weekdays, 2-6pm weekends', `${WORK} 19:00–23:00; Sat, Sun 14:00–18:00`],
    ['weekdays 7pm-11pm and Saturday 2pm-6pm', `${WORK} 19:00–23:00; Sat 14:00–18:00`],
    ['evenings', `${ALL} 18:00–23:00`],
    ['weekend afternoons and evenings', 'Sat, Sun 12:00–23:00'],
    ['Saturday mornings', 'Sat 06:00–12:00'],
    ['Every day 20:00-23:00', `${ALL} 20:00–23:00`],
    ['every day except Friday, 8pm to midnight', 'Mon, Tue, Wed, Thu, Sat, Sun 20:00–24:00'],
    ['evenings but not on weekends', `${WORK} 18:00–23:00`],
    ['Tuesdays and Thursdays 9 PM', 'Tue, Thu 21:00–24:00'],
    ['Mon 7:00–11:00 PM', 'Mon 19:00–23:00'],
    ['Sat 8:00-11:30 am', 'Sat 08:00–11:00'],
    ['Sun 12:00–4:00 PM', 'Sun 12:00–16:00'],
    ['Fri 10pm-2am', 'Fri 22:00–02:00'],
    ['Sundays before noon', 'Sun 00:00–12:00'],
    ['11-2 pm Sat', 'Sat 11:00–14:00'],
    ['Sat until 6 pm', 'Sat 00:00–18:00'],
    ['weeknights', `${WORK} 18:00–23:00`],
    ['weekends any time', 'Sat, Sun all day'],
    ['weekends', 'Sat, Sun all day'],
    ['8pm onwards, Wed and Sun', 'Wed, Sun 20:00–24:00'],
    ['between 6 and 9 pm Mon Wed Fri', 'Mon, Wed, Fri 18:00–21:00'],
    ['7:30 pm - 10:30 pm Mon', 'Mon 20:00–22:00'],
    ['late nights', `${ALL} 22:00–02:00`],
    ['Sat-Sun 10am-1pm', 'Sat, Sun 10:00–13:00'],
    ['Fri–Mon 21:00-23:00', 'Mon, Fri, Sat, Sun 21:00–23:00'],
    ['we play when we can', ''],
    ['5 players, 2 of us on PS5', ''],
    ['', ''],
  ])('parses %j', (text, read) => expect(lines(text)).toBe(read));

  it.each([12, 24] as const)('round-trips painted hours on a %i-hour clock', (clock) => {
    const week = fc.array(fc.boolean(), { minLength: 168, maxLength: 168 });
    const read = (cells: boolean[]) =>
      toWeek(parseAvailability(formatWeekLines(english, cells, clock).join('; ')).spans, 0);
    fc.assert(
      fc.property(week, (cells) => {
        expect(read(cells)).toEqual(cells);
      }),
    );
  });

  it('detects a named time zone', () => {
    expect(parseAvailability('Weekdays after 7 PM Eastern').zone).toBe('America/New_York');
    expect(parseAvailability('7-11pm CET').zone).toBe('Europe/Paris');
    expect(parseAvailability('8 pm PT').zone).toBe('America/Los_Angeles');
    expect(parseAvailability('evenings, not too late').zone).toBeUndefined();
  });

  it('shifts hours between time zones across midnight and the end of the week', () => {
    expect(lines('Mon 7-9 pm', 6 * 60)).toBe('Tue 01:00–03:00');
    expect(lines('Sun 8-10 pm', 6 * 60)).toBe('Mon 02:00–04:00');
    expect(lines('Mon 1am-3am', -3 * 60)).toBe('Sun 22:00–24:00');
    // The clocks are half an hour apart, so only full hours count.
    expect(lines('Mon 7-10 pm', 30)).toBe('Mon 20:00–22:00');
  });
});

describe('parseAvailability in other languages', () => {
  const readIn = (locale: Locale, text: string) =>
    formatWeekLines(english, toWeek(parseAvailability(text, locale).spans, 0), 24).join('; ');

  it.each([
    ['entre semana después de las 19 h', `${WORK} 19:00–24:00`],
    ['de lunes a viernes de 19 a 23 h', `${WORK} 19:00–23:00`],
    ['Lunes y miércoles de 7 a 11 de la noche', 'Mon, Wed 19:00–23:00'],
    ['sábados por la tarde, domingos a partir de las 20:00', 'Sat 12:00–18:00; Sun 20:00–24:00'],
    ['todos los días menos el viernes, 20-23 h', 'Mon, Tue, Wed, Thu, Sat, Sun 20:00–23:00'],
    ['fines de semana hasta las 6 de la tarde', 'Sat, Sun 00:00–18:00'],
    ['Weekdays after 7 PM', `${WORK} 19:00–24:00`],
  ])('parses Spanish %j', (text, read) => expect(readIn('es-419', text)).toBe(read));

  it.each([
    ['durante a semana depois das 19h', `${WORK} 19:00–24:00`],
    ['segunda a sexta das 19h às 23h', `${WORK} 19:00–23:00`],
    ['terça-feira e quinta-feira a partir das 21h', 'Tue, Thu 21:00–24:00'],
    ['sábado à tarde', 'Sat 12:00–18:00'],
    ['todos os dias, das 8 às 11 da noite', `${ALL} 20:00–23:00`],
    ['fins de semana, exceto domingo, até as 18h30', 'Sat 00:00–18:00'],
    ['domingo a partir do meio-dia', 'Sun 12:00–24:00'],
  ])('parses Portuguese %j', (text, read) => expect(readIn('pt-BR', text)).toBe(read));

  it.each([
    ['en semaine après 19h', `${WORK} 19:00–24:00`],
    ['du lundi au vendredi de 19h à 23h', `${WORK} 19:00–23:00`],
    ['mardi et jeudi 20h30-23h', 'Tue, Thu 21:00–23:00'],
    ['tous les soirs sauf le samedi', 'Mon, Tue, Wed, Thu, Fri, Sun 18:00–23:00'],
    ['week-end l’après-midi', 'Sat, Sun 12:00–18:00'],
    ['samedi de 20 heures à minuit', 'Sat 20:00–24:00'],
    ['dimanche jusqu’à midi', 'Sun 00:00–12:00'],
    ['10 h par semaine', ''],
  ])('parses French %j', (text, read) => expect(readIn('fr', text)).toBe(read));

  it.each([
    ['unter der Woche ab 19 Uhr', `${WORK} 19:00–24:00`],
    ['Montag bis Freitag von 19 bis 23 Uhr', `${WORK} 19:00–23:00`],
    ['Mo, Mi und Fr 20–22 Uhr', 'Mon, Wed, Fri 20:00–22:00'],
    ['Dienstagabend und Samstagnachmittag', 'Tue 18:00–23:00; Sat 12:00–18:00'],
    ['täglich so ab 20 Uhr, außer am Sonntag', 'Mon, Tue, Wed, Thu, Fri, Sat 20:00–24:00'],
    ['am Wochenende bis 18.30 Uhr', 'Sat, Sun 00:00–18:00'],
    ['samstags 8 Uhr abends', 'Sat 20:00–24:00'],
    ['sonntags 7 bis 11 Uhr abends', 'Sun 19:00–23:00'],
    ['sonntags 19:30 bis 23 Uhr abends', 'Sun 20:00–23:00'],
    ['freitags 11 bis 2 Uhr nachts', 'Fri 23:00–02:00'],
    ['Sat after 2 PM', 'Sat 14:00–24:00'],
  ])('parses German %j', (text, read) => expect(readIn('de', text)).toBe(read));

  it('detects time zones', () => {
    expect(parseAvailability('entre semana, 19 h hora del Este', 'es-419').zone).toBe('America/New_York');
    expect(parseAvailability('das 19h às 23h, horário de Brasília', 'pt-BR').zone).toBe('America/Sao_Paulo');
    expect(parseAvailability('après 20h, heure de Paris', 'fr').zone).toBe('Europe/Paris');
    expect(parseAvailability('ab 20 Uhr MEZ', 'de').zone).toBe('Europe/Paris');
  });

  it.each(LOCALES.flatMap((locale) => ([12, 24] as const).map((clock) => ({ locale, clock }))))(
    'round-trips painted hours in $locale on a $clock-hour clock',
    ({ locale, clock }) => {
      const t = getTranslator(locale);
      const read = (cells: boolean[]) =>
        toWeek(parseAvailability(formatWeekLines(t, cells, clock).join('; '), locale).spans, 0);
      fc.assert(
        fc.property(fc.array(fc.boolean(), { minLength: 168, maxLength: 168 }), (cells) => {
          expect(read(cells)).toEqual(cells);
        }),
      );
    },
  );
});

it.each(TRANSLATED_LOCALES)('parses the availability examples shown in %s', (locale) => {
  const t = getTranslator(locale);
  expect(parseAvailability(t(messages.availabilityExample), locale).spans).toEqual([
    { days: [0, 1, 2, 3, 4], from: 19 * 60, until: 24 * 60 },
  ]);
  expect(parseAvailability(t(messages.hoursUnreadable), locale).spans).toEqual([
    { days: [0, 1, 2, 3, 4], from: 19 * 60, until: 23 * 60 },
    { days: [5], from: 14 * 60, until: 24 * 60 },
  ]);
});
