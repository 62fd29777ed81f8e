/** The days on which a user's week can start, numbered as in ISO 8601: Monday 1, Saturday 6, Sunday 7. */
export const WEEK_STARTS = [1, 6, 7] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** The ISO 8601 default, used when we don't know the reader's settings. */
export const MONDAY: WeekStart = 1;

type WeekInfo = { firstDay: number };
/** Engines expose week data as a method, as a property (from an earlier draft), or not at all. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

// Two-letter region codes from the Unicode CLDR, for engines without week data.
const SATURDAY = 'AFBHDJDZEGIQIRJOKWLYMVOMQASDSY';
const SUNDAY =
  'AGASBDBRBSBTBWBZCACODMDOETGTGUHKHNIDILINISJMJPKEKHKRLAMHMMMOMTMXMZNINPPAPEPHPKPRPTPYSASGSVTHTTTWUMUSVEVIWSYEZAZW';

function findRegionWeekStart(locale: Intl.Locale): WeekStart {
  const region = new RegExp(`^(..)*${locale.region ?? locale.maximize().region}`);
  return region.test(SUNDAY) ? 7 : region.test(SATURDAY) ? 6 : MONDAY;
}

/** Returns the first day of the week for a language such as `en-US`, or Monday if it's unknown. */
export function defaultWeekStart(language: string): WeekStart {
  try {
    const locale: LocaleWithWeek = new Intl.Locale(language);
    const info = locale.getWeekInfo?.() ?? locale.weekInfo;
    if (!info) return findRegionWeekStart(locale);
    // Weeks start on Friday in the Maldives. Saturday is the closest day that our calendars support.
    return WEEK_STARTS.find((start) => start === info.firstDay) ?? 6;
  } catch {
    return MONDAY;
  }
}
