import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getPhoneConciergeTexts } from '../../../content/phone-concierge-content.ts';
import { bookingsSeo } from '../../../content/seo/bookings-seo.ts';
import { callStatuses } from '../../../content/statuses.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { CatchingUpNotice } from '../../../web/ui/catching-up-notice.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useLive } from '../../../web/use-live-news.ts';
import { MoneySkeleton } from '../../payments/ui/money-skeleton.tsx';
import * as messages from '../bookings.messages.ts';
import type { CallView, PhoneConcierge } from '../phone-calls/phone-calls.schema.ts';
import { BookCall } from '../ui/book-call.tsx';
import { CallStatusBadge } from '../ui/call-status.tsx';
import { OwnCall } from '../ui/own-call.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<PhoneConcierge> {
  await requireSignedIn(request);
  return (await unwrap(browserApi().api.calls.$get())) as PhoneConcierge;
}

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    ...bookingsSeo[paths.phoneConcierge](readerTranslator),
    path: paths.phoneConcierge,
    index: false,
  });
}

export default function PhoneConciergePage() {
  const t = useTranslator();
  const concierge = useLoaderData<typeof clientLoader>();
  // Reload on messages, because the member gets one for each change that the desk makes to a call.
  const { behind } = useLive(['inbox'], 'loader');
  return (
    <div className="page-narrow stack-lg py-8 sm:py-12">
      <PageTitle
        title={t(messages.conciergeTitle)}
        lead={t(messages.conciergeLead, { hours: getPhoneConciergeTexts(t).hours })}
        className="pb-0"
      />
      <CatchingUpNotice behind={behind} />
      <CurrentCall concierge={concierge} />
      {concierge.past.length > 0 && <PastCalls calls={concierge.past} />}
    </div>
  );
}

function CurrentCall({ concierge }: { concierge: PhoneConcierge }) {
  const t = useTranslator();
  const { offered, included, call, slots, phone, callsFrom } = concierge;
  if (call) return <OwnCall call={call} callsFrom={callsFrom} />;
  if (!offered) {
    return (
      <EmptyState
        icon="phone"
        title={t(messages.conciergeUnavailableTitle)}
        action={<ButtonLink to={paths.helpFrom(paths.phoneConcierge)}>{t(messages.helpAndSupport)}</ButtonLink>}
      >
        {t(messages.conciergeUnavailable)}
      </EmptyState>
    );
  }
  if (!included) {
    return (
      <EmptyState
        icon="phone"
        title={t(messages.conciergeNotIncludedTitle)}
        action={<ButtonLink to={paths.plans}>{t(messages.seePlans)}</ButtonLink>}
      >
        {t(messages.conciergeNotIncluded)}
      </EmptyState>
    );
  }
  return <BookCall slots={slots} phone={phone} />;
}

function PastCalls({ calls }: { calls: CallView[] }) {
  const t = useTranslator();
  return (
    <Panel as="section" className="stack" aria-labelledby="earlier">
      <h2 id="earlier" className="text-xl">
        {t(messages.earlierCalls)}
      </h2>
      <ul className="stack gap-2">
        {calls.map((call) => (
          <li key={call.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <span className="min-w-0">
              <Moment at={call.startsAt} />
              <span className="block text-sm break-words text-muted">{call.topic}</span>
              {call.status === 'missed' && <span className="block text-sm">{t(callStatuses.missed.next)}</span>}
            </span>
            <CallStatusBadge call={call} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export { MoneySkeleton as HydrateFallback };
