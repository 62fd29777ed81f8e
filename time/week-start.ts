/** The day on which somebody's week begins, numbered as in ISO 8601: Monday 1, Saturday 6, Sunday 7. */
export const WEEK_STARTS = [1, 6, 7] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** ISO 8601, and everywhere that no reader is known. */
export const MONDAY: WeekStart = 1;

type WeekInfo = { firstDay: number };
/** Engines have it as a method, as a property of an earlier draft, or not at all. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

// Two letters a region, from the Unicode CLDR, for engines that know no weeks.
const SATURDAY = 'AFBHDJDZEGIQIRJOKWLYMVOMQASDSY';
const SUNDAY =
  'AGASBDBRBSBTBWBZCACODMDOETGTGUHKHNIDILINISJMJPKEKHKRLAMHMMMOMTMXMZNINPPAPEPHPKPRPTPYSASGSVTHTTTWUMUSVEVIWSYEZAZW';

function findRegionWeekStart(locale: Intl.Locale): WeekStart {
  const region = new RegExp(`^(..)*${locale.region ?? locale.maximize().region}`);
  return region.test(SUNDAY) ? 7 : region.test(SATURDAY) ? 6 : MONDAY;
}

/** The day on which weeks begin where a language is spoken, such as `en-US`; Monday for one that nobody knows. */
export function defaultWeekStart(language: string): WeekStart {
  try {
    const locale: LocaleWithWeek = new Intl.Locale(language);
    const info = locale.getWeekInfo?.() ?? locale.weekInfo;
    if (!info) return findRegionWeekStart(locale);
    // The Maldives begin on Friday; what their calendars show is nearest to Saturday.
    return WEEK_STARTS.find((start) => start === info.firstDay) ?? 6;
  } catch {
    return MONDAY;
  }
}
