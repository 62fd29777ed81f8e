import { paths } from '../../../content/paths.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import type { WhyNot } from '../matches.schema.ts';

/** Why there is no match yet, the one change that would help most, and when the matcher runs next. */
export function WhyNoMatch({ why }: { why: WhyNot }) {
  if (why.state === 'matched' || why.sentences.length === 0) return null;
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
            <ButtonLink to={paths.onboarding} size="sm" variant="secondary">
              Edit profile
            </ButtonLink>
          }
        >
          {why.change}
        </Notice>
      )}
      {why.state === 'unpublished' && (
        <ButtonLink to={paths.onboarding} className="self-start">
          Publish your profile
        </ButtonLink>
      )}
      <p className="text-sm text-mist">
        {why.last_run_at ? `The matcher last ran ${clock(why.last_run_at)}. ` : ''}The next run is at{' '}
        {clock(why.next_run_at)}.
      </p>
    </Panel>
  );
}

function clock(iso: string): string {
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' });
  return format.format(new Date(iso));
}
