import { browserApi } from '../../../web/api-client.ts';
import { Panel } from '../../../web/ui/panel.tsx';
import { getReaderZone } from '../../../web/ui/reader-zone.ts';
import type { Week, WeekDay } from '../admin.schema.ts';
import { DayBars } from './day-bars.tsx';
import { WhenLoaded } from './loading.tsx';
import { useAdminQuery } from './use-admin-query.ts';
import { useConsoleNews } from './use-console-news.ts';

const FAILURE = "Couldn't load the last seven days";

const SERIES = [
  { key: 'players', title: 'New players', tone: 'violet' },
  { key: 'matches', title: 'Matches', tone: 'cyan' },
  { key: 'listings', title: 'Listings', tone: 'orange' },
  { key: 'orders', title: 'Orders', tone: 'gold' },
  { key: 'games', title: 'Hired games counted', tone: 'cyan' },
] as const satisfies readonly { key: keyof WeekDay; title: string; tone: string }[];

/** Shows what happened on each of the last seven days. Updates with the console's live events. */
export function WeekOverview() {
  const weekQuery = useAdminQuery(
    () => browserApi().api.admin.week.$get({ query: { zone: getReaderZone() } }),
    '',
    FAILURE,
  );
  useConsoleNews(weekQuery.refresh);
  return (
    <WhenLoaded loaded={weekQuery} label="Loading the last seven days" failure={FAILURE}>
      {(week) => <WeekPanel week={week} />}
    </WhenLoaded>
  );
}

export function WeekPanel({ week }: { week: Week }) {
  const isQuiet = week.days.every((day) => SERIES.every(({ key }) => day[key] === 0));
  return (
    <Panel as="section" className="stack" aria-labelledby="last-days">
      <h2 id="last-days" className="text-lg">
        The last seven days
      </h2>
      {isQuiet ? (
        <p className="text-muted">No one joined, matched, posted, bought or played in these days.</p>
      ) : (
        <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {SERIES.map(({ key, title, tone }) => (
            <DayBars
              key={key}
              title={title}
              tone={tone}
              days={week.days.map((one) => ({ day: one.day, value: one[key] }))}
            />
          ))}
        </div>
      )}
    </Panel>
  );
}
