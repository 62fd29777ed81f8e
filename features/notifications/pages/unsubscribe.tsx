import { useState } from 'react';
import { type MetaArgs, useSearchParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import type { PageHandle } from '../../../web/page-handle.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../notifications.messages.ts';
import { formatKinds, LinkedKinds } from '../notifications.schema.ts';

export const handle: PageHandle = { parameters: ['token', 'kind'] };

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    title: readerTranslator(messages.unsubscribeMetaTitle),
    description: readerTranslator(messages.unsubscribeMetaDescription),
    path: paths.unsubscribe,
    index: false,
  });
}

/** The page that opens from the link in an email's footer. Nothing changes until the user clicks the button. */
export default function UnsubscribePage() {
  const t = useTranslator();
  const [query] = useSearchParams();
  const [done, setDone] = useState(false);
  const [problem, setProblem] = useState<string>();
  const token = query.get('token');
  const kind = query.get('kind') ?? '';
  const kinds = LinkedKinds.safeParse(kind).data ?? [];
  const isComplete = token !== null && kinds.length > 0;

  async function unsubscribe() {
    if (!isComplete) return;
    setProblem(undefined);
    const post = () => unwrap(browserApi().api.notifications.unsubscribe.$post({ query: { token, kind } }));
    await attempt(() => post().then(() => setDone(true)), undefined, setProblem);
  }

  return (
    <div className="page-narrow stack-lg py-8 sm:py-12">
      <PageTitle title={t(messages.stopEmailsTitle)} kicker={t(messages.unsubscribeKicker)} />
      <Panel padding="lg" className="stack">
        {!isComplete && <Notice tone="red">{t(messages.unsubscribeLinkIncomplete)}</Notice>}
        {isComplete && !done && (
          <>
            <p>{t(messages.stopEmailsExplanation, { kinds: formatKinds(t, kinds) })}</p>
            {problem && <Notice tone="red">{problem}</Notice>}
            <Button className="self-start" onClick={unsubscribe}>
              {t(messages.stopEmails)}
            </Button>
          </>
        )}
        <div role="status">{done && <p>{t(messages.emailsStopped, { kinds: formatKinds(t, kinds) })}</p>}</div>
        {done && (
          <ButtonLink to={paths.notificationSettings} variant="secondary" className="self-start">
            {t(messages.allSettings)}
          </ButtonLink>
        )}
      </Panel>
    </div>
  );
}
