import { useState } from 'react';
import { type MetaArgs, useSearchParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import type { PageHandle } from '../../../web/page-handle.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { attempt } from '../../../web/use-action.ts';
import { formatKinds, LinkedKinds } from '../notifications.schema.ts';

export const handle: PageHandle = { parameters: ['token', 'kind'] };

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    title: 'Stop emails',
    description: 'Stop one kind of email from Planet Crew.',
    path: paths.unsubscribe,
    index: false,
  });
}

/** The page that opens from the link in an email's footer. Nothing changes until the user clicks the button. */
export default function UnsubscribePage() {
  const [query] = useSearchParams();
  const [done, setDone] = useState(false);
  const [problem, setProblem] = useState<string>();
  const token = query.get('token');
  const kind = query.get('kind') ?? '';
  const kinds = LinkedKinds.safeParse(kind).data ?? [];
  const complete = token !== null && kinds.length > 0;

  async function stop() {
    if (!complete) return;
    setProblem(undefined);
    const post = () => unwrap(browserApi().api.notifications.unsubscribe.$post({ query: { token, kind } }));
    await attempt(() => post().then(() => setDone(true)), undefined, setProblem);
  }

  return (
    <div className="page-narrow stack-lg py-8 sm:py-12">
      <PageTitle title="Stop emails" kicker="Notifications" />
      <Panel padding="lg" className="stack">
        {!complete && <Notice tone="red">This unsubscribe link is incomplete. Open it again from the email.</Notice>}
        {complete && !done && (
          <>
            <p>
              You’ll get no more emails about {formatKinds(kinds)}. You’ll still find these messages in your inbox here,
              and we’ll always email you about your account’s security.
            </p>
            {problem && <Notice tone="red">{problem}</Notice>}
            <Button className="self-start" onClick={stop}>
              Stop these emails
            </Button>
          </>
        )}
        <div role="status">{done && <p>Done. You’ll get no more emails about {formatKinds(kinds)}.</p>}</div>
        {done && (
          <ButtonLink to={paths.notificationSettings} variant="secondary" className="self-start">
            All notification settings
          </ButtonLink>
        )}
      </Panel>
    </div>
  );
}
