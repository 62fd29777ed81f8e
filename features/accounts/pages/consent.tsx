import { type ReactNode, useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
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
import * as messages from '../accounts.messages.ts';
import type { AuthorizationDetails } from '../oauth-clients/oauth-client-authorizations.schema.ts';
import { AccountSkeleton } from '../ui/account-skeleton.tsx';
import { toSignInProblem } from '../ui/sign-in-problem.ts';

type Loaded = { question: AuthorizationDetails } | { problem: 'incomplete' } | { problem: 'refused'; error: unknown };

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  await requireSignedIn(request);
  const id = new URL(request.url).searchParams.get('authorization_id');
  if (!id) return { problem: 'incomplete' };
  const { data, error } = await (await getAuthClient()).oauth.getAuthorizationDetails(id);
  if (error) return { problem: 'refused', error };
  if ('authorization_id' in data) return { question: data };
  window.location.replace(data.redirect_url);
  // The browser is leaving the page. Show the skeleton until it's gone.
  return new Promise<Loaded>(() => {});
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.consentMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.consentMetaTitle),
    description,
    path: paths.consent,
    index: false,
  });
}

const SCOPE_LABELS = new Map<string, Message>([
  ['openid', messages.scopeAccount],
  ['profile', messages.scopeProfile],
  ['email', messages.scopeEmail],
]);

/** The consent page for an app's sign-in. It shows the data the app would get, and buttons to allow or deny. */
export default function ConsentPage() {
  const t = useTranslator();
  const loaderData = useLoaderData<Loaded>();
  const { user } = useAuth();
  const [busy, setBusy] = useState<'approve' | 'deny'>();
  const [problem, setProblem] = useState<string>();

  if ('problem' in loaderData) {
    return (
      <div className="page-narrow stack-lg py-8 sm:py-12">
        <PageTitle title={t(messages.consentFailedTitle)} kicker={t(messages.consentFailedKicker)} />
        <ErrorState
          title={
            loaderData.problem === 'refused' ? toSignInProblem(t, loaderData.error) : t(messages.appRequestIncomplete)
          }
          action={<ButtonLink to={paths.security}>{t(messages.securityLink)}</ButtonLink>}
        />
      </div>
    );
  }

  const { question } = loaderData;
  const app = question.client.name;
  const markup = {
    strong: (children: ReactNode) => <strong>{children}</strong>,
    account: (children: ReactNode) => <span className="break-all">{children}</span>,
  };
  const answer = async (action: 'approve' | 'deny') => {
    setBusy(action);
    setProblem(undefined);
    const { oauth } = await getAuthClient();
    const { error } =
      action === 'approve'
        ? await oauth.approveAuthorization(question.authorization_id)
        : await oauth.denyAuthorization(question.authorization_id);
    if (!error) return;
    setProblem(toSignInProblem(t, error));
    setBusy(undefined);
  };

  return (
    <div className="page-narrow stack-lg py-8 sm:py-12">
      <PageTitle title={t(messages.consentTitle, { app })} kicker={t(messages.consentKicker)} />
      <Panel padding="lg" className="stack">
        {user?.email ? (
          <p key="email">
            <RichMessage message={messages.consentQuestion} values={{ ...markup, app, email: user.email }} />
          </p>
        ) : (
          <p key="you">
            <RichMessage message={messages.consentQuestionYou} values={{ ...markup, app }} />
          </p>
        )}
        <ul className="stack">
          {question.scope.split(' ').map((scope) => {
            const label = SCOPE_LABELS.get(scope);
            return (
              <li key={scope} className="flex gap-2">
                <Icon name="check" className="mt-1 shrink-0 text-green" />
                {label ? t(label) : scope}
              </li>
            );
          })}
        </ul>
        <p className="text-muted">
          <RichMessage
            message={messages.consentLimits}
            values={{
              site: new URL(question.redirect_uri).host || question.redirect_uri,
              address: (children) => <span className="break-all">{children}</span>,
            }}
          />
        </p>
        {problem && <Notice tone="red">{problem}</Notice>}
        <div className="grid gap-2 sm:grid-cols-2">
          <Button variant="secondary" loading={busy === 'deny'} disabled={!!busy} onClick={() => answer('deny')}>
            {t(messages.denyApp)}
          </Button>
          <Button loading={busy === 'approve'} disabled={!!busy} onClick={() => answer('approve')}>
            {t(messages.allowApp)}
          </Button>
        </div>
      </Panel>
    </div>
  );
}

export { AccountSkeleton as HydrateFallback };
