import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import * as messages from '../site.messages.ts';
import type { SiteActivity } from '../site-activity.schema.ts';

/** Longer waits aren't shown, because they'd put newcomers off. */
const MAX_WAIT_MINUTES = 30;

function formatSquads(t: Translator, { day, week }: { day: number; week: number }): string {
  if (day > 0) return t(messages.squadsToday, { count: day });
  return week > 0 ? t(messages.squadsThisWeek, { count: week }) : t(messages.firstSquad);
}

/** Shows the known totals of recent activity. They don't name anyone. */
export function RecentActivity({ activity }: { activity: SiteActivity | null }) {
  const t = useTranslator();
  const minutes = activity?.wait_seconds == null ? null : Math.ceil(activity.wait_seconds / 60);
  const hasWait = minutes !== null && minutes <= MAX_WAIT_MINUTES;
  if (!activity?.squads && !hasWait) return null;
  return (
    <ul className="hero-proof">
      {activity?.squads && (
        <li data-tone="green">
          <Icon name="users" size={18} />
          <span>{formatSquads(t, activity.squads)}</span>
        </li>
      )}
      {hasWait && (
        <li data-tone="cyan">
          <Icon name="clock" size={18} />
          <span>{t(messages.usualWait, { minutes })}</span>
        </li>
      )}
    </ul>
  );
}
