import { formatZoneName } from '../../../time/reader-times.ts';
import { Week } from '../../../web/ui/week-view.tsx';
import type { Match } from '../matches.schema.ts';

type Props = {
  match: Pick<Match, 'week'> & { members: readonly unknown[] };
  /** Whether the zone stands beside it; not where the page has named it. */
  zoneNamed?: boolean;
};

/** The viewer's hours, the others' and those that everybody has, in the viewer's own time. */
export function MatchWeek({ match, zoneNamed = true }: Props) {
  // A node of the previous version says no spans.
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
