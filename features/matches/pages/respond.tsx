import { useEffect, useRef, useState } from 'react';
import { type MetaArgs, useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { matchesSeo } from '../../../content/seo/matches-seo.ts';
import { ApiError } from '../../../web/api-client.ts';
import { getAccessToken } from '../../../web/auth-session.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { waitUntilVisible } from '../../../web/when-visible.ts';
import type { MatchResponse } from '../matches.schema.ts';
import { readRespondLink } from '../respond-link.rules.ts';
import { answerMatch } from '../ui/answer-match.tsx';

const REDIRECT_MS = 3_000;
const FAILED = 'Failed to record your response. Please try again from the Matches page.';

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, { ...matchesSeo[paths.respond], path: paths.respond });
}

type Outcome = { title: 'Response Recorded' | 'Error'; message: string; detail?: string };

/** Sends the answer from a page that a person sees. Fetching or prerendering the link changes nothing. */
async function processLink(query: URLSearchParams): Promise<Outcome | 'signed-out'> {
  const link = readRespondLink(query);
  if (!link.ok) return { title: 'Error', message: link.message };
  if (!(await getAccessToken())) return 'signed-out';
  try {
    const match = await answerMatch(link.matchId, link.action);
    return { title: 'Response Recorded', message: formatRecorded(link.action, match.status === 'mutual') };
  } catch (error) {
    return toFailure(error);
  }
}

function formatRecorded(action: MatchResponse, mutual: boolean): string {
  if (action === 'decline') return "You declined this match. You're open for new ones.";
  return mutual
    ? 'Everyone accepted, so your squad is on. Your sessions are in your email.'
    : "You accepted this match. We'll notify you when the others have answered.";
}

function toFailure(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { title: 'Error', message: FAILED };
  // These messages are complete. Any other server message goes below the general one.
  const hidden = error.status === 404 || error.field === 'id';
  if (hidden || error.status === 403) return { title: 'Error', message: error.message };
  return { title: 'Error', message: FAILED, detail: error.message };
}

export default function RespondPage() {
  const [query] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>();
  const started = useRef(false);

  useEffect(() => {
    const left = new AbortController();
    void waitUntilVisible(left.signal).then(async () => {
      // Effects may run twice in development, but the answer must be sent only once.
      if (left.signal.aborted || started.current) return;
      started.current = true;
      const result = await processLink(query);
      if (result !== 'signed-out') return setOutcome(result);
      showToast({ title: 'Please sign in to respond to matches', tone: 'info' });
      void navigate(paths.authReturningTo(location.pathname + location.search), { replace: true });
    });
    return () => left.abort();
  }, [query, navigate, location]);

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
  return (
    <>
      <h1 className="sr-only">Your response</h1>
      <Progress label="Processing your response..." />
    </>
  );
}

function Result({ outcome }: { outcome: Outcome }) {
  const good = outcome.title === 'Response Recorded';
  return (
    <div className="stack items-center" role="status">
      <Icon name={good ? 'check' : 'warning'} size={40} className={good ? 'text-green' : 'text-red'} />
      <h1 className="text-2xl">{outcome.title}</h1>
      <p>{outcome.message}</p>
      {outcome.detail && <p className="text-mist">{outcome.detail}</p>}
      <ButtonLink to={paths.matches}>Go to Matches</ButtonLink>
      <p className="text-sm text-mist">We’ll take you there in 3 seconds.</p>
    </div>
  );
}
