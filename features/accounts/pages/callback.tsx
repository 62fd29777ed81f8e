import { type MetaArgs, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { accountsSeo } from '../../../content/seo/accounts-seo.ts';
import type { Message } from '../../../messages/message.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import type { PageHandle } from '../../../web/page-handle.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import * as messages from '../accounts.messages.ts';
import { useSignInCallback } from '../ui/use-sign-in-callback.ts';

export const handle: PageHandle = { parameters: ['error', 'error_code'] };

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    ...accountsSeo[paths.callback](readerTranslator),
    path: paths.callback,
    index: false,
  });
}

function getTitle(problem: string | undefined, note: string | undefined): Message {
  if (problem) return messages.callbackFailedTitle;
  return note ? messages.callbackHalfwayTitle : messages.callbackTitle;
}

/**
 * The page where Twitch sign-ins and email links end. It creates the session and profile and continues to the next
 * page.
 */
export default function CallbackPage() {
  const t = useTranslator();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const { step, problem, note } = useSignInCallback(address);

  const retry = async () => {
    await (await getAuthClient()).signOut({ scope: 'local' }).catch(() => {});
    await navigate(paths.auth, { replace: true });
  };

  return (
    <div className="page-narrow stack-lg py-8 sm:py-12">
      <PageTitle title={t(getTitle(problem, note))} kicker={t(messages.signInKicker)} />
      {note && (
        <Notice
          tone="green"
          icon="check"
          action={
            <ButtonLink size="sm" to={paths.auth}>
              {t(messages.continueSignIn)}
            </ButtonLink>
          }
        >
          {note}
        </Notice>
      )}
      {problem ? (
        <ErrorState
          title={problem}
          {...(problem === t(messages.crossDomain) ? { children: t(messages.crossDomainHint) } : {})}
          action={
            <>
              <Button icon="refresh" onClick={() => retry()}>
                {t(messages.retryLogin)}
              </Button>
              <ButtonLink variant="ghost" to={paths.helpFrom(paths.callback)} icon="help">
                {t(messages.getSupport)}
              </ButtonLink>
            </>
          }
        />
      ) : (
        !note && (
          <Panel padding="lg" className="stack" aria-live="polite">
            <Progress label={step} />
          </Panel>
        )
      )}
    </div>
  );
}
