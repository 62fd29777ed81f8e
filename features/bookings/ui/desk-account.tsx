import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone, formatReaderTime } from '../../../time/reader-times.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { joinDetails } from '../../../web/ui/join-details.ts';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useReader } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../bookings.messages.ts';
import type { CallerAccount, DeskCall } from '../phone-calls/phone-calls.schema.ts';
import { CallStatusBadge } from './call-status.tsx';
import { DeskActions } from './desk-actions.tsx';

/**
 * Shows one call with its member's account. Selecting it in the queue moves the focus to its heading.
 * @param children more details about the account
 */
export function DeskAccount({ account, children }: { account: CallerAccount; children?: ReactNode }) {
  const t = useTranslator();
  const { call } = account;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { zone, clock } = useReader();
  const sellerZone = account.timezone;
  return (
    <>
      <Panel as="section" className="stack" aria-labelledby="call">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 id="call" ref={heading} tabIndex={-1} className="min-w-0 text-xl break-words">
            {call.name}
          </h2>
          <CallStatusBadge call={call} />
        </div>
        <p className="break-words">{call.topic}</p>
        <KeyValueList
          items={[
            {
              label: t(messages.when),
              value: (
                <>
                  <Moment at={call.startsAt} /> <span className="text-sm text-muted">({describeZone(t, zone)})</span>
                  {sellerZone && sellerZone !== zone && (
                    <span className="block text-sm text-muted">
                      {t(messages.theirTime, {
                        time: formatReaderTime(t, call.startsAt, 'weekday-clock', { zone: sellerZone, clock }),
                        zone: describeZone(t, sellerZone),
                      })}
                    </span>
                  )}
                </>
              ),
            },
            { label: t(messages.callNumber), value: <a href={`tel:${call.phone}`}>{call.phone}</a> },
            ...(call.takenBy ? [{ label: t(messages.takenByLabel), value: call.takenBy.name }] : []),
          ]}
        />
        <DeskActions call={call} />
      </Panel>
      <Panel as="section" className="stack" aria-labelledby="account">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="account" className="text-xl">
            {t(messages.accountTitle)}
          </h2>
          <Badge tone={account.plan === 'Free' ? 'neutral' : 'gold'}>{account.plan}</Badge>
        </div>
        <KeyValueList
          items={[
            {
              label: t(messages.emailLabel),
              value: <span className="wrap-anywhere">{account.email ?? t(messages.noEmail)}</span>,
            },
            { label: t(messages.memberSince), value: <Moment at={account.memberSince} as="date" /> },
            { label: t(messages.playsLabel), value: joinDetails(t, account.plays) || t(messages.playsNotSet) },
            {
              label: t(messages.profileLabel),
              value: account.published ? (
                <Link to={paths.profile(call.userId)}>{t(messages.profilePublished)}</Link>
              ) : (
                t(messages.profileNotPublished)
              ),
            },
            {
              label: t(messages.squadsLabel),
              value:
                joinDetails(
                  t,
                  account.squads.map(({ name }) => name),
                ) || t(messages.noSquads),
            },
          ]}
        />
        {children}
      </Panel>
      {account.earlier.length > 0 && <EarlierCalls calls={account.earlier} />}
    </>
  );
}

function EarlierCalls({ calls }: { calls: DeskCall[] }) {
  const t = useTranslator();
  return (
    <Panel as="section" className="stack" aria-labelledby="before">
      <h2 id="before" className="text-xl">
        {t(messages.earlierCalls)}
      </h2>
      <ul className="stack">
        {calls.map((call) => (
          <li key={call.id} className="stack gap-1">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <Moment at={call.startsAt} />
              <CallStatusBadge call={call} />
            </span>
            <span className="break-words">{call.topic}</span>
            {call.notes && <span className="text-sm break-words whitespace-pre-line text-muted">{call.notes}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
