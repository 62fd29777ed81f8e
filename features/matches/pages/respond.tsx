import { useEffect, useRef, useState } from 'react';
import { type MetaArgs, useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { matchesSeo } from '../../../content/seo/matches-seo.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { getAccessToken } from '../../../web/auth-session.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { waitUntilVisible } from '../../../web/when-visible.ts';
import * as messages from '../matches.messages.ts';
import type { MatchResponse } from '../matches.schema.ts';
import { readRespondLink } from '../respond-link.rules.ts';
import { answerMatch } from '../ui/answer-match.tsx';

const REDIRECT_MS = 3_000;

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, { ...matchesSeo[paths.respond](readerTranslator), path: paths.respond });
}

type Outcome = { recorded: boolean; message: string; detail?: string };

/** Sends the answer once a person sees the page. Fetching or prerendering the link changes nothing. */
async function processLink(t: Translator, query: URLSearchParams): Promise<Outcome | 'signed-out'> {
  const link = readRespondLink(query);
  if (!link.ok) return { recorded: false, message: t(link.problem) };
  if (!(await getAccessToken())) return 'signed-out';
  try {
    const match = await answerMatch(t, link.matchId, link.action);
    return { recorded: true, message: formatRecorded(t, link.action, match.status === 'mutual') };
  } catch (error) {
    return toFailure(t, error);
  }
}

function formatRecorded(t: Translator, action: MatchResponse, isMutual: boolean): string {
  if (action === 'decline') return t(messages.responseDeclined);
  return t(isMutual ? messages.responseAcceptedByAll : messages.responseAccepted);
}

function toFailure(t: Translator, error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { recorded: false, message: t(messages.responseFailed) };
  // These messages are shown alone. Any other server message is shown below a general message.
  const isHidden = error.status === 404 || error.field === 'id';
  if (isHidden || error.status === 403) return { recorded: false, message: error.message };
  return { recorded: false, message: t(messages.responseFailed), detail: error.message };
}

export default function RespondPage() {
  const t = useTranslator();
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>();
  const hasStarted = useRef(false);

  useEffect(() => {
    const pageLeft = new AbortController();
    void waitUntilVisible(pageLeft.signal).then(async () => {
      // Effects may run twice in development, but the answer must be sent only once.
      if (pageLeft.signal.aborted || hasStarted.current) return;
      hasStarted.current = true;
      const result = await processLink(t, query);
      if (result !== 'signed-out') return setOutcome(result);
      showToast({ title: t(messages.respondSignIn), tone: 'info' });
      void navigate(paths.authReturningTo(location.pathname + location.search), { replace: true });
    });
    return () => pageLeft.abort();
  }, [query, navigate, location, t]);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => void navigate(paths.matches), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [outcome, navigate]);

  return (
    <div className="page-narrow py-16">
      <Panel padding="lg" className="stack items-center text-center">
        {outcome ? <Result outcome={outcome} /> : <Processing />}
      </Panel>
    </div>
  );
}

function Processing() {
  const t = useTranslator();
  return (
    <>
      <h1 className="sr-only">{t(messages.respondTitle)}</h1>
      <Progress label={t(messages.respondProgress)} />
    </>
  );
}

function Result({ outcome }: { outcome: Outcome }) {
  const t = useTranslator();
  const { recorded } = outcome;
  return (
    <div className="stack items-center" role="status">
      <Icon name={recorded ? 'check' : 'warning'} size={40} className={recorded ? 'text-green' : 'text-red'} />
      <h1 className="text-2xl">{t(recorded ? messages.responseRecorded : messages.responseError)}</h1>
      <p>{outcome.message}</p>
      {outcome.detail && <p className="text-muted">{outcome.detail}</p>}
      <ButtonLink to={paths.matches}>{t(messages.goToMatches)}</ButtonLink>
      <p className="text-sm text-muted">{t(messages.redirectHint, { seconds: REDIRECT_MS / 1_000 })}</p>
    </div>
  );
}
