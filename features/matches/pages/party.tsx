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
import type { PartyLink } from '../parties/parties.schema.ts';

/** `problem`: why the link doesn't work, as a sentence; null when it only failed to load. */
type Loaded = { link: PartyLink } | { link: null; problem: string | null };

const loadFailed = (error: unknown): Loaded => ({
  link: null,
  problem: error instanceof ApiError && error.status < 500 ? error.message : null,
});

/** Loads the page as a visitor sees it. On the server everyone is a visitor. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const param = { token: params.token ?? '' };
    return data<Loaded>({ link: await unwrap(serverApi(context).api.party.links[':token'].$get({ param })) });
  } catch (error) {
    const loaded = loadFailed(error);
    return data<Loaded>(loaded, { status: !loaded.link && loaded.problem ? 404 : 503 });
  }
}

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const link = loaderData?.link;
  return createPageMeta(matches, {
    title: link ? `Join ${link.leader_name}'s party` : 'Join a Party',
    description: 'Queue together. We place a whole party in the same squad.',
    path: paths.party(params.token ?? ''),
    index: false,
  });
}

/** The page behind a party link: whose party it is, who's in it, and one button. */
export default function PartyPage() {
  const { loaded, retry } = useLoaded();
  return (
    <div className="page-narrow stack-lg pt-8 pb-16">
      <PageTitle
        title="Join a party"
        className="pb-0"
        lead="Queue together. We place all of you in the same squad, or none of you."
      />
      {loaded.link ? (
        <Joining link={loaded.link} onLate={retry} />
      ) : loaded.problem === null ? (
        <ErrorState title="Couldn't load the party" onRetry={retry}>
          The link may still work. Try again.
        </ErrorState>
      ) : (
        <Notice
          tone="gold"
          title="This link doesn't work"
          action={
            <ButtonLink to={paths.matches} size="sm" variant="secondary">
              Your matches
            </ButtonLink>
          }
        >
          {loaded.problem}
        </Notice>
      )}
    </div>
  );
}

/**
 * The server renders the page for a visitor, possibly from a cache. The browser then loads the signed-in user's view.
 */
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
    unwrap(browserApi().api.party.links[':token'].$get({ param: { token } }))
      .then((link): Loaded => ({ link }), loadFailed)
      .then((now) => {
        // If a reload fails, keep the current data.
        if (current && (now.link || now.problem)) setLoaded(now);
      });
    return () => {
      current = false;
    };
  }, [token, isLoading, userId, times]);
  return { loaded, retry: () => setTimes((before) => before + 1) };
}

function Joining({ link, onLate }: { link: PartyLink; onLate: () => void }) {
  return (
    <Panel as="section" aria-labelledby="whose" className="stack">
      <div className="flex items-center gap-4">
        <Avatar name={link.leader_name} src={link.leader_avatar} size={72} decorative />
        <div className="min-w-0">
          <h2 id="whose" className="text-xl wrap-anywhere">
            {`${link.leader_name}’s party`}
          </h2>
          {!link.joined && <p className="text-mist">{link.leader_name} invited you.</p>}
        </div>
      </div>
      <ul className="grid gap-2" aria-label="Members">
        {link.members.map((member, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike and the list does not change
          <li key={seat} className="flex items-center gap-3">
            <Avatar name={member.display_name} src={member.avatar_path} size={40} decorative />
            <span className="min-w-0 truncate">{member.display_name}</span>
          </li>
        ))}
      </ul>
      {link.joined && <p>You’re already in this party.</p>}
      {link.full && !link.joined && <p>This party is full. Ask for another one, or start your own.</p>}
      <JoinOptions link={link} onLate={onLate} />
    </Panel>
  );
}

function JoinOptions({ link, onLate }: { link: PartyLink; onLate: () => void }) {
  const { token = '' } = useParams();
  const { user, isLoading } = useAuth();
  if (link.joined || link.full)
    return (
      <ButtonLink to={paths.matches} className="self-start">
        Go to your matches
      </ButtonLink>
    );
  if (!user && !isLoading) {
    return (
      <div className="stack">
        <p className="text-mist">Sign in or create an account. You’ll come back here and join with one tap.</p>
        <ButtonLink to={paths.authReturningTo(paths.party(token))} icon="user" className="self-start">
          Sign in to join
        </ButtonLink>
      </div>
    );
  }
  return <Join token={token} disabled={isLoading} onLate={onLate} />;
}

function Join({ token, disabled, onLate }: { token: string; disabled: boolean; onLate: () => void }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    const { api } = browserApi();
    try {
      const { onboarding_completed } = await unwrap(api.profiles.me.standing.$get());
      // A user without a profile returns here after creating one.
      if (!onboarding_completed) return navigate(paths.onboardingGoingOnTo(paths.party(token)));
      await unwrap(api.party.links[':token'].$post({ param: { token } }));
      showToast({ title: 'You joined the party', tone: 'success' });
      return navigate(paths.matches);
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
      Join the party
    </Button>
  );
}
