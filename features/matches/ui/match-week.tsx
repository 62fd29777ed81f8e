import { Week } from '../../../web/ui/week.tsx';
import type { Match } from '../matches.schema.ts';

const cells = (row: string) => Array.from(row, (cell) => cell === '1');

/** The viewer's hours, the others' and those that everybody has, in the viewer's own time. */
export function MatchWeek({ match }: { match: Pick<Match, 'week'> & { members: readonly unknown[] } }) {
  if (!match.week) return null;
  const others = match.members.length - 1;
  return (
    <Week
      own={cells(match.week.own)}
      others={Array.from(match.week.others, (count) => Number(count) / others)}
      common={cells(match.week.common)}
      label="When the squad is free"
      othersLabel={others === 1 ? 'Your teammate' : `The other ${others}`}
      zone={zoneWord(match.week.zone)}
    />
  );
}

/** 'Eastern' for America/New_York, as people there call it. */
export function zoneWord(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
  return (parts.find((part) => part.type === 'timeZoneName')?.value ?? zone).replace(/ Time$/, '');
}
