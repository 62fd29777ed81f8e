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

type Props = { text: string; painted: WeekCells; onTake: (week: boolean[]) => void };

/** Returns how far the local clock is ahead of a zone's clock, in minutes. */
function getZoneShift(zone: string): number {
  const now = Date.now();
  return (toWallClock(now, getReaderZone()) - toWallClock(now, zone)) / MINUTE_MS;
}

/**
 * Previews how we read an availability text, so that its author can apply it. Candidates are ranked by painted hours
 * only.
 */
export function AvailabilityPreview({ text, painted, onTake }: Props) {
  const clock = useReaderClock();
  const weekStart = useWeekStart();
  const { spans, zone } = parseAvailability(text);
  const week = toWeek(spans, zone ? getZoneShift(zone) : 0);
  if (countHours(week) === 0) {
    if (countHours(painted) > 0) return null;
    return (
      <p role="status" className="field-hint">
        We couldn’t read any hours in this. Paint them above, or write them like “weekdays 7–11 PM, Sat after 2 PM”.
      </p>
    );
  }
  if (week.every((has, hour) => has === painted[hour])) {
    return (
      <p role="status" className="field-hint">
        These match the hours painted above.
      </p>
    );
  }
  return (
    <Notice
      tone="cyan"
      title={`We read: ${formatWeekLines(week, clock, weekStart).join('; ')}`}
      action={
        <Button size="sm" variant="secondary" onClick={() => onTake(week)}>
          Use this availability
        </Button>
      }
    >
      {zone && <span>{`Shown in your time. You wrote ${formatZoneName(zone)}. `}</span>}
      <span>
        {countHours(painted) > 0
          ? 'You painted different hours above. We rank candidates by the painted ones.'
          : 'Once you confirm these, we’ll rank candidates by the hours you share.'}
      </span>
    </Notice>
  );
}
