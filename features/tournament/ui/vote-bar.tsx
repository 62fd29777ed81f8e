import type { PairResult } from '../tournament.schema.ts';

/** A bar with the community's vote shares for a pair, and the number of votes. */
export function VoteBar({ result, nameOf }: { result: PairResult; nameOf: (id: string) => string }) {
  const { first, second } = result;
  const votes = first.wins + second.wins;
  if (votes === 0)
    return <p className="text-mist">No one has voted on this pair yet. Yours would be the first vote.</p>;
  const share = Math.round((first.wins / votes) * 100);
  return (
    <div className="vote-bar">
      <p className="vote-bar-side">
        <span>{nameOf(first.id)}</span> <strong>{share}%</strong>
      </p>
      <p className="vote-bar-side">
        <strong>{100 - share}%</strong> <span>{nameOf(second.id)}</span>
      </p>
      <div className="vote-bar-track" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </div>
      <p className="vote-bar-of">
        of {votes} {votes === 1 ? 'vote' : 'votes'}
      </p>
    </div>
  );
}
