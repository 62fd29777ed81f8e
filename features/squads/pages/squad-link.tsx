import { useEffect, useState } from 'react';
import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigate, useParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ApiError, browserApi, serverApi, toErrorMessage, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { ROSTER_MAX, type SquadLink } from '../invitations/squad-invitations.schema.ts';
import { SquadCrest } from '../ui/squad-crest.tsx';

/** `problem`: why the link doesn't work, as a sentence; null when loading failed. */
type Loaded = { link: SquadLink } | { link: null; problem: string | null };

const loadFailed = (error: unknown): Loaded => ({
  link: null,
  problem: error instanceof ApiError && error.status < 500 ? error.message : null,
});

/** Loads the visitor's view. On the server everyone is a visitor; the browser knows who's signed in. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const param = { token: params.token ?? '' };
    return data<Loaded>({ link: await unwrap(serverApi(context).api['squad-links'][':token'].$get({ param })) });
  } catch (error) {
    const loaded = loadFailed(error);
    return data<Loaded>(loaded, { status: !loaded.link && loaded.problem ? 404 : 503 });
  }
}

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const link = loaderData?.link;
  return createPageMeta(matches, {
    title: link ? `Join ${link.name}` : 'Join a Squad',
    description: link
      ? `${link.inviter_name} invited you to ${link.name}, a squad of ${link.members} on Planet Crew.`
      : 'This squad link doesn’t work.',
    path: paths.squadLink(params.token ?? ''),
    index: false,
  });
}

/** The page behind a squad's link: who invites into which squad, and one button. */
export default function SquadLinkPage() {
  const { loaded, retry } = useLoaded();
  return (
    <div className="page-narrow stack-lg pt-8 pb-16">
      <PageTitle
        title="Join a squad"
        className="pb-0"
        lead="Keep playing together: one room, one chat and the hours you share."
      />
      {loaded.link ? (
        <Joining link={loaded.link} onLate={retry} />
      ) : (
        <LinkUnavailable problem={loaded.problem} retry={retry} />
      )}
    </div>
  );
}

/** The server sends the visitor's view, perhaps from a cache; the browser then loads the viewer's own. */
function useLoaded(): { loaded: Loaded; retry: () => void } {
  const { token = '' } = useParams();
  const first = useLoaderData<typeof loader>();
  const { user, isLoading } = useAuth();
  const [loaded, setLoaded] = useState<Loaded>(first);
  const [times, setTimes] = useState(0);
  const userId = user?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person, and a press, ask again
  useEffect(() => {
    if (isLoading) return;
    let current = true;
    unwrap(browserApi().api['squad-links'][':token'].$get({ param: { token } }))
      .then((link): Loaded => ({ link }), loadFailed)
      .then((now) => {
        // If the reload fails, the current data stays.
        if (current && (now.link || now.problem)) setLoaded(now);
      });
    return () => {
      current = false;
    };
  }, [token, isLoading, userId, times]);
  return { loaded, retry: () => setTimes((before) => before + 1) };
}

function LinkUnavailable({ problem, retry }: { problem: string | null; retry: () => void }) {
  if (problem === null) {
    return (
      <ErrorState title="Couldn’t load the squad" onRetry={retry}>
        The link may still work. Try again.
      </ErrorState>
    );
  }
  return (
    <>
      <Notice tone="gold" title="This link doesn't work">
        {problem}
      </Notice>
      <p className="cluster">
        <ButtonLink to={paths.lfg}>Find a group</ButtonLink>
        <ButtonLink to={paths.matches} variant="secondary">
          Your matches
        </ButtonLink>
      </p>
    </>
  );
}

function Joining({ link, onLate }: { link: SquadLink; onLate: () => void }) {
  return (
    <Panel as="section" aria-labelledby="which" className="stack">
      <div className="flex items-center gap-4">
        <SquadCrest seed={link.crest_seed} size={72} />
        <div className="min-w-0">
          <h2 id="which" className="text-xl wrap-anywhere">
            {link.name}
          </h2>
          <p className="text-mist">
            {link.members} of up to {ROSTER_MAX} members
          </p>
        </div>
      </div>
      {/* Who is in it reads that alone: it may be their own link. */}
      {link.state !== 'joined' && (
        <div className="flex items-center gap-4">
          <Avatar name={link.inviter_name} src={link.inviter_avatar} size={56} decorative />
          <p className="min-w-0 wrap-anywhere">
            <strong>{link.inviter_name}</strong> invited you. Members chat, plan sessions and see how to reach each
            other.
          </p>
        </div>
      )}
      {link.sentence && <p>{link.sentence}</p>}
      <JoinOptions link={link} onLate={onLate} />
    </Panel>
  );
}

function JoinOptions({ link, onLate }: { link: SquadLink; onLate: () => void }) {
  const { token = '' } = useParams();
  const { user, isLoading } = useAuth();
  const here = paths.squadLink(token);
  if (link.squad_id)
    return (
      <ButtonLink to={paths.squad(link.squad_id)} className="self-start">
        Open the squad room
      </ButtonLink>
    );
  if (link.state === 'full')
    return (
      <ButtonLink to={paths.lfg} className="self-start">
        Find a group
      </ButtonLink>
    );
  if (link.state === 'banned')
    return (
      <ButtonLink to={paths.standing} className="self-start">
        Your account status
      </ButtonLink>
    );
  if (link.state === 'hidden') {
    return (
      <ButtonLink to={paths.onboardingGoingOnTo(here)} className="self-start">
        Publish your profile
      </ButtonLink>
    );
  }
  if (!user && !isLoading) {
    return (
      <div className="stack">
        <p className="text-mist">Sign in or create an account. You’ll come back here and join with one tap.</p>
        <ButtonLink to={paths.authReturningTo(here)} icon="user" className="self-start">
          Sign in to join
        </ButtonLink>
      </div>
    );
  }
  return <Join token={token} name={link.name} disabled={isLoading} onLate={onLate} />;
}

type JoinProps = { token: string; name: string; disabled: boolean; onLate: () => void };

function Join({ token, name, disabled, onLate }: JoinProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    try {
      const { id } = await unwrap(browserApi().api['squad-links'][':token'].$post({ param: { token } }));
      showToast({ title: `You joined ${name}`, tone: 'success' });
      await navigate(paths.squad(id));
    } catch (error) {
      showToast({
        title: "Couldn't join the party",
        description: toErrorMessage(error, 'Please try again.'),
        tone: 'error',
      });
      setBusy(false);
      onLate();
    }
  };
  return (
    <Button icon="users" loading={busy} disabled={disabled} className="self-start" onClick={() => join()}>
      Join the squad
    </Button>
  );
}
