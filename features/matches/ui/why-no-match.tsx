import { lazy, Suspense, useEffect, useRef } from 'react';
import { paths } from '../../../content/paths.ts';
import type { Message, Tag } from '../../../messages/message.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import * as messages from '../matches.messages.ts';
import type { WhyNot } from '../matches.schema.ts';

/** Lazy-loaded, because only players without a match need it, and not right away. */
const ApplyAdvice = lazy(async () => ({ default: (await import('./apply-advice.tsx')).ApplyAdvice }));

/** Shows why there's no match yet, which change would help most, and when the matcher runs next. */
export function WhyNoMatch({ why, onLooked }: { why: WhyNot; onLooked: () => void }) {
  const t = useTranslator();
  if (why.state === 'looking') return <SearchProgress sentences={why.sentences} onLooked={onLooked} />;
  // Kinds the player isn't looking for are already shown on the page, with a button to change them.
  if (['matched', 'not_looking'].includes(why.state) || why.sentences.length === 0) return null;
  return (
    <Panel padding="lg" className="stack" aria-labelledby="why-no-match">
      <h2 id="why-no-match" className="text-lg">
        {t(messages.whyNoMatchTitle)}
      </h2>
      {why.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {why.change && (
        <Notice
          tone="cyan"
          icon="sparkle"
          title={t(messages.bestChange)}
          action={
            <span className="cluster">
              {why.advice && (
                <Suspense>
                  <ApplyAdvice advice={why.advice} onChanged={onLooked} />
                </Suspense>
              )}
              <ButtonLink to={paths.editProfile} size="sm" variant="secondary">
                {t(messages.editProfile)}
              </ButtonLink>
            </span>
          }
        >
          {why.change}
        </Notice>
      )}
      {why.state === 'left_over' && !why.change && (
        <ButtonLink to={`${paths.editProfile}#section-hours`} variant="secondary" className="self-start">
          {t(messages.changeProfile)}
        </ButtonLink>
      )}
      {why.state === 'unpublished' && (
        <ButtonLink to={paths.onboarding} className="self-start">
          {t(messages.publishProfile)}
        </ButtonLink>
      )}
      <p className="text-sm text-muted">
        {why.last_looked_at && (
          <span>
            <RoundTime message={messages.lastRound} at={why.last_looked_at} />{' '}
          </span>
        )}
        <span>
          <RoundTime message={messages.nextRound} at={why.next_run_at} />
        </span>
      </p>
    </Panel>
  );
}

function RoundTime({ message, at }: { message: Message<{ time: Tag }>; at: string }) {
  return <RichMessage message={message} values={{ time: () => <Moment at={at} as="weekday-clock" /> }} />;
}

const ASK_AGAIN_MS = 2_000;

/** Polls while the search for a first match runs, then reloads the page's data. */
function SearchProgress({ sentences, onLooked }: { sentences: string[]; onLooked: () => void }) {
  const t = useTranslator();
  const latestOnLooked = useRef(onLooked);
  latestOnLooked.current = onLooked;
  useEffect(() => {
    const timer = setInterval(async () => {
      // A failed poll is retried, and the page keeps its current content until then.
      const whyNot = await unwrap(browserApi().api.matches['why-not'].$get()).catch(() => undefined);
      if (whyNot && whyNot.state !== 'looking') latestOnLooked.current();
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Panel padding="lg" className="stack" role="status" aria-labelledby="first-look">
      <h2 id="first-look" className="text-lg">
        {t(messages.searchTitle)}
      </h2>
      <Progress label={t(messages.searchProgress)} />
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Panel>
  );
}
