import { useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
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
import * as messages from '../bookings.messages.ts';
import type { Window } from '../bookings.schema.ts';

type Settings = { timezone: string; hours: Window[]; daysOff: string[]; active: boolean };

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const { api } = browserApi();
  const [own, seller] = await Promise.all([unwrap(api.coaching.hours.$get()), unwrap(api.payouts.$get())]);
  return { own: own as { coachId: string; name: string; settings: Settings } | null, seller };
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.coachingHoursMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.coachingHoursMetaTitle),
    description,
    path: paths.coachingHours,
    index: false,
  });
}

export default function HoursPage() {
  const t = useTranslator();
  const { own, seller } = useLoaderData<typeof clientLoader>();
  if (!own) {
    return (
      <div className="page stack-lg py-8 sm:py-12">
        <EmptyState
          icon="calendar"
          title={t(messages.coachesOnlyTitle)}
          action={<ButtonLink to={paths.coaches}>{t(messages.meetCoaches)}</ButtonLink>}
        >
          <RichMessage
            message={messages.coachesOnly}
            values={{ link: (children) => <Link to={paths.helpFrom(paths.coachingHours)}>{children}</Link> }}
          />
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="page stack-lg py-8 sm:py-12">
      <PageTitle
        title={t(messages.coachingHoursTitle)}
        kicker={own.name}
        lead={t(messages.coachingHoursLead)}
        className="pb-0"
      />
      <PayoutsPanel seller={seller} />
      <HoursForm settings={own.settings} />
    </div>
  );
}

function HoursForm({ settings }: { settings: Settings }) {
  const t = useTranslator();
  const { run } = useAction();
  const [timezone, setTimezone] = useState(settings.timezone);
  const [week, setWeek] = useState(() => parseWeekWindows(settings.hours));
  const [daysOff, setDaysOff] = useState<string[]>(settings.daysOff);
  const [active, setActive] = useState(settings.active);
  const save = () => {
    const json = { timezone, hours: toWeekWindows(week) as Window[], daysOff, active };
    return run(() => browserApi().api.coaching.hours.$put({ json }), t(messages.hoursSavedToast));
  };
  const zones = [...new Set(['UTC', timezone, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <Panel className="stack-lg">
      <Field label={t(messages.timeZone)}>
        <Select options={zones} value={timezone} onChange={(event) => setTimezone(event.target.value)} />
      </Field>
      <Field label={t(messages.weeklyHours)} group>
        <WeekEditor value={week} onChange={setWeek} zone={timezone} />
      </Field>
      <Field label={t(messages.daysOff)} optional hint={t(messages.daysOffHint)}>
        <TagInput value={daysOff} onChange={setDaysOff} placeholder="2026-05-01" />
      </Field>
      <Switch label={t(messages.takeBookings)} checked={active} onChange={setActive} />
      <Button className="self-start" onClick={save}>
        {t(messages.saveHours)}
      </Button>
    </Panel>
  );
}

export { MoneySkeleton as HydrateFallback };
