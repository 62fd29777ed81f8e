import { useState } from 'react';
import { type MetaArgs, useSearchParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import type { PageHandle } from '../../../web/page-handle.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { formatKinds, LinkedKinds } from '../notifications.schema.ts';

export const handle: PageHandle = { parameters: ['token', 'kind'] };

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    title: 'Stop mail',
    description: 'End one kind of mail from Planet Crew.',
    path: paths.unsubscribe,
    index: false,
  });
}

type Step = { at: 'ask' } | { at: 'sending' } | { at: 'done' } | { at: 'failed'; message: string };

/** The page behind the link in an email's footer; nothing changes until the button is pressed. */
export default function UnsubscribePage() {
  const [query] = useSearchParams();
  const [step, setStep] = useState<Step>({ at: 'ask' });
  const token = query.get('token');
  const kind = query.get('kind') ?? '';
  const kinds = LinkedKinds.safeParse(kind).data ?? [];
  const complete = token !== null && kinds.length > 0;

  async function stop() {
    if (!complete) return;
    setStep({ at: 'sending' });
    try {
      await unwrap(browserApi().api.notifications.unsubscribe.$post({ query: { token, kind } }));
      setStep({ at: 'done' });
    } catch (error) {
      setStep({ at: 'failed', message: error instanceof ApiError ? error.message : 'Please try again.' });
    }
  }

  return (
    <div className="page-narrow stack-lg py-8 sm:py-12">
      <PageTitle title="Stop mail" kicker="Notifications" />
      <Panel padding="lg" className="stack">
        {!complete && <Notice tone="red">This unsubscribe link is not complete. Open it again from the mail.</Notice>}
        {complete && step.at !== 'done' && (
          <>
            <p>
              No more mail about {formatKinds(kinds)}. You still find these messages in your inbox here, and mail about
              the security of your account is always sent.
            </p>
            {step.at === 'failed' && <Notice tone="red">{step.message}</Notice>}
            <Button className="self-start" loading={step.at === 'sending'} onClick={() => stop()}>
              Stop this mail
            </Button>
          </>
        )}
        <div role="status">{step.at === 'done' && <p>Done: no more mail about {formatKinds(kinds)}.</p>}</div>
        {step.at === 'done' && (
          <ButtonLink to={paths.notificationSettings} variant="secondary" className="self-start">
            All notification settings
          </ButtonLink>
        )}
      </Panel>
    </div>
  );
}
