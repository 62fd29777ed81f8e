import { formatZoneName } from '../../../time/reader-times.ts';
import { Week } from '../../../web/ui/week-view.tsx';
import type { Match } from '../matches.schema.ts';

type Props = {
  match: Pick<Match, 'week'> & { members: readonly unknown[] };
  /** Whether to name the time zone here. False where the page already names it. */
  zoneNamed?: boolean;
};

/** Shows the viewer's availability, the others' and the shared hours, in the viewer's time zone. */
export function MatchWeek({ match, zoneNamed = true }: Props) {
  // A server still running the previous version sends no spans.
  if (!match.week?.spans) return null;
  const { spans } = match.week;
  const others = match.members.length - 1;
  return (
    <Week
      own={spans.own}
      others={spans.others.map(([from, until, count]) => [from, until, count / others])}
      common={spans.common}
      label="When the squad is free"
      othersLabel={others === 1 ? 'Your teammate' : `The other ${others}`}
      {...(zoneNamed ? { zone: formatZoneName(match.week.zone) } : {})}
    />
  );
}
