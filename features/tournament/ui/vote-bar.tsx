import { useTranslator } from '../../../messages/use-translator.tsx';
import * as messages from '../tournament.messages.ts';
import type { PairResult } from '../tournament.schema.ts';

/** A bar with the community's vote shares for a pair, and the number of votes. */
export function VoteBar({ result, nameOf }: { result: PairResult; nameOf: (id: string) => string }) {
  const t = useTranslator();
  const { first, second } = result;
  const votes = first.wins + second.wins;
  if (votes === 0) return <p className="text-muted">{t(messages.noVotesOnPair)}</p>;
  const share = Math.round((first.wins / votes) * 100);
  return (
    <div className="vote-bar">
      <p className="vote-bar-side">
        <span>{nameOf(first.id)}</span> <strong>{t(messages.voteShare, { percentage: share })}</strong>
      </p>
      <p className="vote-bar-side">
        <strong>{t(messages.voteShare, { percentage: 100 - share })}</strong> <span>{nameOf(second.id)}</span>
      </p>
      <div className="vote-bar-track" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </div>
      <p className="vote-bar-of">{t(messages.ofVotes, { votes })}</p>
    </div>
  );
}
