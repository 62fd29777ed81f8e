import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, Outlet, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { PageLoadError } from '../../../web/page-load-error.tsx';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { BAN_SCOPE_LABELS, LIMITS } from '../ban-reasons.schema.ts';
import * as messages from '../moderation.messages.ts';
import type { OwnBan } from '../moderation.schema.ts';
import type { UnreliablePlayer } from '../reliability/reliability.schema.ts';
import { formatBan } from '../ui/ban-notice.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const status = await unwrap(browserApi().api.moderation.me.$get()).catch(() => null);
  return { found: status };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.accountStatusMetaTitle),
    description: readerTranslator(messages.accountStatusMetaDescription),
    path: paths.accountStatus,
    index: false,
  });
}

function Title() {
  const t = useTranslator();
  return <PageTitle title={t(messages.statusTitle)} lead={t(messages.statusLead)} className="pb-8" />;
}

export function HydrateFallback() {
  const t = useTranslator();
  return (
    <div className="page-narrow pb-16">
      <Title />
      <SkeletonRegion label={t(messages.statusLoading)} className="stack">
        <Skeleton className="h-40 w-full" shape="block" />
      </SkeletonRegion>
    </div>
  );
}

export default function AccountStatusPage() {
  const t = useTranslator();
  const { found } = useLoaderData<typeof clientLoader>();
  // Updates live, so a user waiting here sees a moderator's decision right away.
  useLive(['person'], 'loader');
  return (
    <div className="page-narrow pb-16">
      <Title />
      {found === null ? (
        <PageLoadError title={t(messages.statusFailedTitle)}>{t(shared.tryAgainHint)}</PageLoadError>
      ) : found.bans.length === 0 && !found.unreliable ? (
        <EmptyState
          icon="check"
          tone="green"
          title={t(messages.noRestrictionsTitle)}
          action={<ButtonLink to={paths.lfg}>{t(messages.findGroup)}</ButtonLink>}
        >
          {t(messages.noRestrictions)}
        </EmptyState>
      ) : (
        <div className="stack-lg">
          {found.unreliable && <UnreliablePanel unreliable={found.unreliable} />}
          {found.bans.map((ban) => (
            <BanPanel key={ban.id} ban={ban} />
          ))}
        </div>
      )}
      <Outlet />
    </div>
  );
}

/**
 * Shows the score, what it restricts and how to recover. The matches that the score is based on are listed further down
 * the page.
 */
function UnreliablePanel({ unreliable }: { unreliable: UnreliablePlayer }) {
  const t = useTranslator();
  const { score, limit, counted, missed, matches_to_come: matches } = unreliable;
  return (
    <Panel as="section" tone="gold" className="stack" aria-labelledby="unreliable">
      <h2 id="unreliable" className="text-lg">
        {t(messages.unreliableTitle)}
      </h2>
      <p>{t(messages.unreliableExplanation, { missed, counted, score, limit })}</p>
      <ul className="list-disc ps-5">
        {unreliable.changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p>
        <RichMessage
          message={messages.unreliableEnd}
          values={{ matches, day: () => <Moment at={unreliable.returns_at} as="long-day" /> }}
        />
      </p>
    </Panel>
  );
}

function BanPanel({ ban }: { ban: OwnBan }) {
  const t = useTranslator();
  return (
    <Panel as="section" tone="red" className="stack">
      <h2 className="text-lg">{formatBan(t, ban)}</h2>
      <KeyValueList
        items={[
          { label: t(messages.bannedFrom), value: t(BAN_SCOPE_LABELS[ban.scope]) },
          { label: t(messages.banReason), value: ban.reason },
          { label: t(messages.bannedSince), value: <Moment at={ban.created_at} as="long-day" /> },
        ]}
      />
      {ban.appeal ? <AppealState appeal={ban.appeal} /> : <AppealForm banId={ban.id} />}
    </Panel>
  );
}

const APPEAL_LABELS: Record<NonNullable<OwnBan['appeal']>['status'], Message> = {
  open: messages.appealOpen,
  granted: messages.appealGranted,
  rejected: messages.appealRejected,
};

function AppealState({ appeal }: { appeal: NonNullable<OwnBan['appeal']> }) {
  const t = useTranslator();
  return (
    <div className="stack">
      <p className="cluster">
        <strong>{t(messages.appealTitle)}</strong>
        <Badge tone={appeal.status === 'rejected' ? 'red' : 'gold'}>{t(APPEAL_LABELS[appeal.status])}</Badge>
      </p>
      <p className="whitespace-pre-line text-muted wrap-anywhere">{appeal.message}</p>
      {appeal.answer && <p>{t(messages.appealAnswer, { answer: appeal.answer })}</p>}
    </div>
  );
}

function AppealForm({ banId }: { banId: string }) {
  const t = useTranslator();
  const [message, setMessage] = useDraftText(`appeal-${banId}`);
  const [problem, setProblem] = useState<string>();
  const { run } = useAction();
  const sendAppeal = async () => {
    setProblem(undefined);
    const post = () => browserApi().api.moderation.appeals.$post({ json: { ban_id: banId, message } });
    if (await run(post, (sent) => sent.message, setProblem)) setMessage('');
  };
  return (
    <Form onSubmit={sendAppeal} className="stack">
      <Field label={t(messages.appealLabel)} required error={problem} hint={t(messages.appealHint)}>
        <TextArea
          rows={5}
          maxLength={LIMITS.appeal}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      <Button type="submit" loadingLabel={t(shared.sending)}>
        {t(messages.sendAppeal)}
      </Button>
    </Form>
  );
}
