import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { Switch } from '../../../web/ui/switch.tsx';
import { TagInput } from '../../../web/ui/tag-input.tsx';
import { parseWeekWindows, toWeekWindows } from '../../../web/ui/week-cells.ts';
import { WeekEditor } from '../../../web/ui/week-editor.tsx';
import { useAction } from '../../../web/use-action.ts';
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import { PayoutsPanel } from '../../payments/ui/payouts-panel.tsx';
import type { Window } from '../bookings.schema.ts';

type Settings = { timezone: string; hours: Window[]; daysOff: string[]; active: boolean };

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const { api } = browserApi();
  const [own, seller] = await Promise.all([unwrap(api.coaching.hours.$get()), unwrap(api.payouts.$get())]);
  return { own: own as { coachId: string; name: string; settings: Settings } | null, seller };
}

export function meta({ matches }: MetaArgs) {
  const description = 'Your coaching hours, in your own time zone.';
  return createPageMeta(matches, { title: 'Coaching hours', description, path: paths.coachingHours, index: false });
}

export default function HoursPage() {
  const { own, seller } = useLoaderData<typeof clientLoader>();
  if (!own) {
    return (
      <div className="page stack-lg py-8 sm:py-12">
        <EmptyState
          icon="calendar"
          title="Only coaches have a calendar"
          action={<ButtonLink to={paths.coaches}>Meet the coaches</ButtonLink>}
        >
          Want to coach? <Link to={paths.help}>Write to support</Link>.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title="Coaching hours"
        kicker={own.name}
        lead="Buyers see these hours in their own time zone, half an hour each, two weeks ahead."
        className="pb-0"
      />
      <PayoutsPanel seller={seller} />
      <HoursForm settings={own.settings} />
    </div>
  );
}

function HoursForm({ settings }: { settings: Settings }) {
  const { run } = useAction();
  const [timezone, setTimezone] = useState(settings.timezone);
  const [week, setWeek] = useState(() => parseWeekWindows(settings.hours));
  const [daysOff, setDaysOff] = useState<string[]>(settings.daysOff);
  const [active, setActive] = useState(settings.active);
  const save = () => {
    const json = { timezone, hours: toWeekWindows(week) as Window[], daysOff, active };
    return run(() => browserApi().api.coaching.hours.$put({ json }), 'Hours saved');
  };
  const zones = [...new Set(['UTC', timezone, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Panel className="stack-lg">
      <Field label="Time zone">
        <Select options={zones} value={timezone} onChange={(event) => setTimezone(event.target.value)} />
      </Field>
      <Field label="Weekly hours" group>
        <WeekEditor value={week} onChange={setWeek} zone={timezone} />
      </Field>
      <Field label="Days off" optional hint="Enter days like 2026-05-01.">
        <TagInput value={daysOff} onChange={setDaysOff} placeholder="2026-05-01" />
      </Field>
      <Switch label="Take bookings" checked={active} onChange={setActive} />
      <Button className="self-start" onClick={save}>
        Save hours
      </Button>
    </Panel>
  );
}

export { MoneySkeleton as HydrateFallback };
