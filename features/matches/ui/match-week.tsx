import { zoneWord } from '../../../time/reader-times.ts';
import { Week } from '../../../web/ui/week.tsx';
import type { Match } from '../matches.schema.ts';

const cells = (row: string) => Array.from(row, (cell) => cell === '1');

type Props = {
  match: Pick<Match, 'week'> & { members: readonly unknown[] };
  /** Whether the zone stands beside it; not where the page has named it. */
  zoneNamed?: boolean;
};

/** The viewer's hours, the others' and those that everybody has, in the viewer's own time. */
export function MatchWeek({ match, zoneNamed = true }: Props) {
  if (!match.week) return null;
  const others = match.members.length - 1;
  return (
    <Week
      own={cells(match.week.own)}
      others={Array.from(match.week.others, (count) => Number(count) / others)}
      common={cells(match.week.common)}
      label="When the squad is free"
      othersLabel={others === 1 ? 'Your teammate' : `The other ${others}`}
      {...(zoneNamed ? { zone: zoneWord(match.week.zone) } : {})}
    />
  );
}
