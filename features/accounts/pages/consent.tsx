import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getAuthClient, useAuth } from '../../../web/auth-session.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { AuthorizationDetails } from '../oauth-clients/oauth-client-authorizations.schema.ts';
import { AccountSkeleton } from '../ui/account-skeleton.tsx';
import { toSignInProblem } from '../ui/sign-in-problem.ts';

type Loaded = { question: AuthorizationDetails } | { problem: string };

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  await requireSignedIn(request);
  const id = new URL(request.url).searchParams.get('authorization_id');
  if (!id) return { problem: "The app's request is incomplete. Go back to the app and start again." };
  const { data, error } = await (await getAuthClient()).oauth.getAuthorizationDetails(id);
  if (error) return { problem: toSignInProblem(error) };
  if ('authorization_id' in data) return { question: data };
  window.location.replace(data.redirect_url);
  // The browser is leaving the page. Show the skeleton until it has.
  return new Promise<Loaded>(() => {});
}

export function meta({ matches }: MetaArgs) {
  const description = 'Decide whether to connect an app to your account.';
  return createPageMeta(matches, { title: 'Sign in to an app', description, path: paths.consent, index: false });
}

const WORDS: Record<string, string> = {
  openid: 'that you have an account here, as an ID that stands for you',
  profile: 'your name and picture',
  email: 'your email address',
};

/** The consent page for an app's sign-in. It shows the data the app would get, and buttons to allow or deny. */
export default function ConsentPage() {
  const loaded = useLoaderData<Loaded>();
  const { user } = useAuth();
  const [busy, setBusy] = useState<'approve' | 'deny'>();
  const [problem, setProblem] = useState<string>();

  if ('problem' in loaded) {
    return (
      <div className="page-narrow stack-lg py-8 sm:py-12">
        <PageTitle title="Couldn't connect this app" kicker="Sign in to an app" />
        <ErrorState title={loaded.problem} action={<ButtonLink to={paths.security}>Account security</ButtonLink>} />
      </div>
    );
  }

  const { question } = loaded;
  const answer = async (action: 'approve' | 'deny') => {
    setBusy(action);
    setProblem(undefined);
    const { oauth } = await getAuthClient();
    const { error } =
      action === 'approve'
        ? await oauth.approveAuthorization(question.authorization_id)
        : await oauth.denyAuthorization(question.authorization_id);
    if (!error) return;
    setProblem(toSignInProblem(error));
    setBusy(undefined);
  };

  return (
    <div className="page-narrow stack-lg py-8 sm:py-12">
      <PageTitle title={`Sign in to ${question.client.name}?`} kicker="Planet Crew account" />
      <Panel padding="lg" className="stack">
        <p>
          <strong>{question.client.name}</strong> wants to know this about{' '}
          <span className="break-all">{user?.email || 'you'}</span>:
        </p>
        <ul className="stack">
          {question.scope.split(' ').map((scope) => (
            <li key={scope} className="flex gap-2">
              <Icon name="check" className="mt-1 shrink-0 text-green" />
              {WORDS[scope] ?? scope}
            </li>
          ))}
        </ul>
        <p className="text-mist">
          It can't change anything here. You can disconnect it on the security page anytime. Next, you'll go to{' '}
          <span className="break-all">{new URL(question.redirect_uri).host || question.redirect_uri}</span>.
        </p>
        {problem && <Notice tone="red">{problem}</Notice>}
        <div className="grid gap-2 sm:grid-cols-2">
          <Button variant="secondary" loading={busy === 'deny'} disabled={!!busy} onClick={() => answer('deny')}>
            Don't allow
          </Button>
          <Button loading={busy === 'approve'} disabled={!!busy} onClick={() => answer('approve')}>
            Allow and sign in
          </Button>
        </div>
      </Panel>
    </div>
  );
}

export { AccountSkeleton as HydrateFallback };
