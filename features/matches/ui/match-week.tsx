import { useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone } from '../../../time/reader-times.ts';
import { Week } from '../../../web/ui/week-view.tsx';
import * as messages from '../matches.messages.ts';
import type { Match } from '../matches.schema.ts';

type Props = {
  match: Pick<Match, 'week'> & { members: readonly unknown[] };
  /** Whether to name the time zone. False if the page already names it. */
  zoneNamed?: boolean;
};

/** Shows the viewer's availability, the others' and the shared hours, in the viewer's time zone. */
export function MatchWeek({ match, zoneNamed = true }: Props) {
  const t = useTranslator();
  // A server still running the previous version sends no spans.
  if (!match.week?.spans) return null;
  const { spans } = match.week;
  const others = match.members.length - 1;
  return (
    <Week
      own={spans.own}
      others={spans.others.map(([from, until, count]) => [from, until, count / others])}
      common={spans.common}
      label={t(messages.weekLabel)}
      othersLabel={t(messages.teammatesAvailability, { count: others })}
      {...(zoneNamed ? { zone: describeZone(t, match.week.zone) } : {})}
    />
  );
}
