/** The day on which somebody's week begins, numbered as in ISO 8601: Monday 1, Saturday 6, Sunday 7. */
export const WEEK_STARTS = [1, 6, 7] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** ISO 8601, and everywhere that no reader is known. */
export const MONDAY: WeekStart = 1;

type WeekInfo = { firstDay: number };
/** Engines have it as a method, as a property of an earlier draft, or not at all. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/** For engines without it, from the Unicode CLDR. */
const SATURDAY_REGIONS = 'AF BH DJ DZ EG IQ IR JO KW LY MV OM QA SD SY';
const SUNDAY_REGIONS =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW';

function firstDayOf(locale: LocaleWithWeek): number {
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  if (info) return info.firstDay;
  const region = locale.maximize().region ?? '-';
  if (SUNDAY_REGIONS.includes(region)) return 7;
  return SATURDAY_REGIONS.includes(region) ? 6 : 1;
}

/** The day on which weeks begin where a language is spoken, such as `en-US`; Monday for one that nobody knows. */
export function usualWeekStart(language: string): WeekStart {
  try {
    const day = firstDayOf(new Intl.Locale(language));
    // The Maldives begin on Friday; what their calendars show is nearest to Saturday.
    if (day === 5) return 6;
    return WEEK_STARTS.find((start) => start === day) ?? MONDAY;
  } catch {
    return MONDAY;
  }
}
