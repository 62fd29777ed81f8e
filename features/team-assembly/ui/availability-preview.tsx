import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatZoneName } from '../../../time/reader-times.ts';
import { MINUTE_MS } from '../../../time/units.ts';
import { toWallClock } from '../../../time/wall-clock.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { useReaderClock } from '../../../web/ui/reader-clock.ts';
import { useWeekStart } from '../../../web/ui/reader-week.ts';
import { getReaderZone } from '../../../web/ui/reader-zone.ts';
import { countHours, formatWeekLines, type WeekCells } from '../../../web/ui/week-cells.ts';
import { parseAvailability, toWeek } from '../availability-parser.rules.ts';
import * as messages from '../team-assembly.messages.ts';

type Props = { text: string; painted: WeekCells; onTake: (week: boolean[]) => void };

/** Returns how far the local clock is ahead of a zone's clock, in minutes. */
function getZoneShift(zone: string): number {
  const now = Date.now();
  return (toWallClock(now, getReaderZone()) - toWallClock(now, zone)) / MINUTE_MS;
}

/**
 * Previews how we read an availability text, so the buyer can apply it. Candidates are ranked only by painted hours.
 */
export function AvailabilityPreview({ text, painted, onTake }: Props) {
  const t = useTranslator();
  const clock = useReaderClock();
  const weekStart = useWeekStart();
  const { spans, zone } = parseAvailability(text, t.locale);
  const week = toWeek(spans, zone ? getZoneShift(zone) : 0);
  if (countHours(week) === 0) {
    if (countHours(painted) > 0) return null;
    return (
      <p role="status" className="field-hint">
        {t(messages.hoursUnreadable)}
      </p>
    );
  }
  if (week.every((has, hour) => has === painted[hour])) {
    return (
      <p role="status" className="field-hint">
        {t(messages.hoursMatch)}
      </p>
    );
  }
  return (
    <Notice
      tone="cyan"
      title={t(messages.hoursRead, { hours: formatWeekLines(t, week, clock, weekStart).join('; ') })}
      action={
        <Button size="sm" variant="secondary" onClick={() => onTake(week)}>
          {t(messages.useAvailability)}
        </Button>
      }
    >
      {zone && <span>{t(messages.shownInYourTime, { zone: formatZoneName(t, zone) })} </span>}
      <span>{countHours(painted) > 0 ? t(messages.paintedHoursWin) : t(messages.confirmHours)}</span>
    </Notice>
  );
}
