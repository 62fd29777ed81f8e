import { lazy, Suspense, useEffect, useRef } from 'react';
import { paths } from '../../../content/paths.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Progress } from '../../../web/ui/progress.tsx';
import type { WhyNot } from '../matches.schema.ts';

/** Lazy: only players without a match need it, and not right away. */
const MakeChange = lazy(async () => ({ default: (await import('./apply-advice.tsx')).MakeChange }));

/** Shows why there's no match yet, the one change that would help most, and when the matcher runs next. */
export function WhyNoMatch({ why, onLooked }: { why: WhyNot; onLooked: () => void }) {
  if (why.state === 'looking') return <Looking sentences={why.sentences} onLooked={onLooked} />;
  // Kinds the player isn't looking for are already shown on the page, with a button to change them.
  if (['matched', 'not_looking'].includes(why.state) || why.sentences.length === 0) return null;
  return (
    <Panel padding="lg" className="stack" aria-labelledby="why-no-match">
      <h2 id="why-no-match" className="text-lg">
        Why you have no match yet
      </h2>
      {why.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {why.change && (
        <Notice
          tone="cyan"
          icon="sparkle"
          title="What would help most"
          action={
            <span className="cluster">
              {why.advice && (
                <Suspense>
                  <MakeChange advice={why.advice} onChanged={onLooked} />
                </Suspense>
              )}
              <ButtonLink to={paths.editProfile} size="sm" variant="secondary">
                Edit profile
              </ButtonLink>
            </span>
          }
        >
          {why.change}
        </Notice>
      )}
      {why.state === 'left_over' && !why.change && (
        <ButtonLink to={`${paths.editProfile}#section-hours`} variant="secondary" className="self-start">
          Change availability, positions or languages
        </ButtonLink>
      )}
      {why.state === 'unpublished' && (
        <ButtonLink to={paths.onboarding} className="self-start">
          Publish your profile
        </ButtonLink>
      )}
      <p className="text-sm text-mist">
        {why.last_looked_at && (
          <span>
            The last matching round was <Moment at={why.last_looked_at} as="weekday-clock" />.{' '}
          </span>
        )}
        <span>The next matching round is </span>
        <Moment at={why.next_run_at} as="weekday-clock" />
        <span>.</span>
      </p>
    </Panel>
  );
}

const ASK_AGAIN_MS = 2_000;

/** Polls while the search for a first proposal runs, then reloads the page's data once the search ends. */
function Looking({ sentences, onLooked }: { sentences: string[]; onLooked: () => void }) {
  const latestOnLooked = useRef(onLooked);
  latestOnLooked.current = onLooked;
  useEffect(() => {
    const timer = setInterval(async () => {
      // A failed poll is retried, and the page keeps its current content until then.
      const now = await unwrap(browserApi().api.matches['why-not'].$get()).catch(() => undefined);
      if (now && now.state !== 'looking') latestOnLooked.current();
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Panel padding="lg" className="stack" role="status" aria-labelledby="first-look">
      <h2 id="first-look" className="text-lg">
        Looking for players who fit you
      </h2>
      <Progress label="Comparing availability, positions and languages" />
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Panel>
  );
}
