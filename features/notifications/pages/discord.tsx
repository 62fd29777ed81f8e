import { useEffect, useRef, useState } from 'react';
import { type MetaArgs, useNavigate, useSearchParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { waitUntilVisible } from '../../../web/when-visible.ts';
import * as messages from '../notifications.messages.ts';

const PATH = paths.discord;

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.discordMetaTitle),
    description: readerTranslator(messages.discordMetaDescription),
    path: PATH,
    index: false,
  });
}

/** The page that Discord redirects to. For signed-in users, it connects the account. */
export default function DiscordReturnPage() {
  const t = useTranslator();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const hasStarted = useRef(false);

  useEffect(() => {
    const code = query.get('code');
    const state = query.get('state');
    if (!code || !state) return setProblem(t(messages.discordNotAllowed));
    const pageLeft = new AbortController();
    const connect = async () => {
      await waitUntilVisible(pageLeft.signal);
      if (pageLeft.signal.aborted || hasStarted.current) return;
      hasStarted.current = true;
      const { connections } = browserApi().api.notifications;
      const completing = connections[':channel'].complete.$post({
        param: { channel: 'discord' },
        json: { code, state },
      });
      const { username } = await unwrap(completing);
      showToast({
        title: t(messages.discordConnectedToast),
        ...(username ? { description: username } : {}),
        tone: 'success',
      });
      void navigate(paths.matches, { replace: true });
    };
    connect().catch((error: unknown) =>
      setProblem(error instanceof ApiError ? error.message : t(messages.discordFailed)),
    );
    return () => pageLeft.abort();
  }, [query, navigate, t]);

  return (
    <div className="page-narrow py-16">
      <h1 className="sr-only">{t(messages.discordTitle)}</h1>
      {problem ? (
        <ErrorState
          title={t(messages.discordNotConnected)}
          action={<ButtonLink to={paths.matches}>{t(messages.backToMatches)}</ButtonLink>}
        >
          {problem}
        </ErrorState>
      ) : (
        <Progress label={t(messages.discordConnecting)} />
      )}
    </div>
  );
}
