import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, Outlet, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
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
import { useAction } from '../../../web/use-action.ts';
import { useDraftText } from '../../../web/use-draft.ts';
import { useLive } from '../../../web/use-live-news.ts';
import { BAN_SCOPE_LABELS, LIMITS } from '../ban-reasons.schema.ts';
import type { OwnBan } from '../moderation.schema.ts';
import type { Unreliable } from '../reliability/reliability.schema.ts';
import { formatBanEnd } from '../ui/ban-notice.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const found = await unwrap(browserApi().api.moderation.me.$get()).catch(() => null);
  return { found };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    title: 'Account status',
    description: 'See whether your account is restricted, why, until when, and how to appeal.',
    path: paths.accountStatus,
    index: false,
  });
}

const title = <PageTitle title="Account status" lead="What's restricted, why, and how to get back." className="pb-8" />;

export function HydrateFallback() {
  return (
    <div className="page-narrow pb-16">
      {title}
      <SkeletonRegion label="Loading your account status" className="stack">
        <Skeleton className="h-40 w-full" shape="block" />
      </SkeletonRegion>
    </div>
  );
}

export default function AccountStatusPage() {
  const { found } = useLoaderData<typeof clientLoader>();
  // Updates live, so a user waiting here sees a moderator's decision right away.
  useLive(['person'], 'loader');
  return (
    <div className="page-narrow pb-16">
      {title}
      {found === null ? (
        <PageLoadError title="Couldn't load your account status">Try again.</PageLoadError>
      ) : found.bans.length === 0 && !found.unreliable ? (
        <EmptyState
          icon="check"
          tone="green"
          title="All good"
          action={<ButtonLink to={paths.lfg}>Find a group</ButtonLink>}
        >
          Your account has no restrictions.
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

/** Shows the score, what it restricts and how to recover. The matches behind it are listed further down the page. */
function UnreliablePanel({ unreliable }: { unreliable: Unreliable }) {
  const { score, limit, counted, missed, matches_to_come: matches } = unreliable;
  return (
    <Panel as="section" tone="gold" className="stack" aria-labelledby="unreliable">
      <h2 id="unreliable" className="text-lg">
        You had too many no-shows
      </h2>
      <p>
        Players reported you as a no-show in {missed} of {counted} matches. Your reliability is {score} of 100. Below{' '}
        {limit} this changes for you:
      </p>
      <ul className="list-disc pl-5">
        {unreliable.changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p>
        It ends once you show up to {matches === 1 ? 'the next match' : `the next ${matches} matches`} you accept, or
        automatically on <Moment at={unreliable.returns_at} as="long-day" />. Matching works as before. You can contest
        anything that’s wrong below.
      </p>
    </Panel>
  );
}

function BanPanel({ ban }: { ban: OwnBan }) {
  return (
    <Panel as="section" tone="red" className="stack">
      <h2 className="text-lg">You are banned {formatBanEnd(ban)}</h2>
      <KeyValueList
        items={[
          { label: 'From', value: BAN_SCOPE_LABELS[ban.scope] },
          { label: 'Reason', value: ban.reason },
          { label: 'Since', value: <Moment at={ban.created_at} as="long-day" /> },
        ]}
      />
      {ban.appeal ? <AppealState appeal={ban.appeal} /> : <AppealForm banId={ban.id} />}
    </Panel>
  );
}

const APPEAL_LABELS = { open: 'Waiting for a moderator', granted: 'Granted', rejected: 'Turned down' };

function AppealState({ appeal }: { appeal: NonNullable<OwnBan['appeal']> }) {
  return (
    <div className="stack">
      <p className="cluster">
        <strong>Your appeal</strong>
        <Badge tone={appeal.status === 'rejected' ? 'red' : 'gold'}>{APPEAL_LABELS[appeal.status]}</Badge>
      </p>
      <p className="whitespace-pre-line text-mist wrap-anywhere">{appeal.message}</p>
      {appeal.answer && <p>Answer: {appeal.answer}</p>}
    </div>
  );
}

function AppealForm({ banId }: { banId: string }) {
  const [message, setMessage] = useDraftText(`appeal-${banId}`);
  const [problem, setProblem] = useState<string>();
  const { run } = useAction();
  const send = async () => {
    setProblem(undefined);
    const post = () => browserApi().api.moderation.appeals.$post({ json: { ban_id: banId, message } });
    if (await run(post, (sent) => sent.message, setProblem)) setMessage('');
  };
  return (
    <Form onSubmit={send} className="stack">
      <Field
        label="Your appeal"
        required
        error={problem}
        hint="You can appeal once. Say what happened and why the ban should be lifted."
      >
        <TextArea
          rows={5}
          maxLength={LIMITS.appeal}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      <Button type="submit" loadingLabel="Sending…">
        Send appeal
      </Button>
    </Form>
  );
}
