import { Button } from '../../../web/ui/button.tsx';
import type { Match, MatchResponse } from '../matches.schema.ts';

type MatchActionsProps = {
  match: Match;
  answering: MatchResponse | undefined;
  onAnswer: (action: MatchResponse) => void;
};

/** The viewer's answer, how long it is open, and what is still missing. */
export function MatchActions({ match, answering, onAnswer }: MatchActionsProps) {
  const accepted = match.my_response === 'accept';
  const score = Math.round(match.score);
  const label = (verb: string) => `${verb} the ${match.members.length === 2 ? 'pair' : 'squad'} with score ${score}`;
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t pt-6">
      {!accepted && (
        <Button
          icon="check"
          className="max-sm:flex-1"
          loading={answering === 'accept'}
          disabled={answering !== undefined}
          aria-description={label('Accept')}
          onClick={() => onAnswer('accept')}
        >
          Accept
        </Button>
      )}
      <Button
        variant="secondary"
        icon="close"
        className="max-sm:flex-1"
        loading={answering === 'decline'}
        disabled={answering !== undefined}
        aria-description={label('Decline')}
        onClick={() => onAnswer('decline')}
      >
        Decline
      </Button>
      <p className="min-w-0 flex-1 basis-64 text-sm text-mist" role="status">
        {statusOf(match)} Open until <time dateTime={match.expires_at}>{until(match.expires_at)}</time>.
      </p>
    </footer>
  );
}

function statusOf(match: Match): string {
  const mine = match.members.find((member) => member.is_you);
  const missing = match.members.filter((member) => member.response !== 'accept' && !member.is_you).length;
  if (match.my_response === 'accept') {
    return missing === 0 ? 'Everybody accepted.' : `You accepted. Waiting for ${missing} more.`;
  }
  if (mine?.carried) return 'You said yes to this squad before: accept to agree to the substitute.';
  return missing === 0
    ? 'Everybody else has accepted: it is up to you.'
    : 'Contact details stay hidden until everybody accepts.';
}

function until(iso: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
  });
  return format.format(new Date(iso));
}
