import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ShareButton } from '../../../web/ui/share-button.tsx';
import type { VoteOutcome } from '../tournament.schema.ts';
import { VoteBar } from './vote-bar.tsx';

type DuelResultProps = { outcome: VoteOutcome; nameOf: (id: string) => string; share: string };

function placeOf(name: string, { before, after, votersMissing }: VoteOutcome['winner']): string {
  if (votersMissing > 0) {
    const others = votersMissing === 1 ? 'one more person votes' : `${votersMissing} more people vote`;
    return `Your vote counts. ${name} moves in the community ranking once ${others} on it.`;
  }
  if (after < before) return `${name} climbs from ${before} to ${after} in the community ranking.`;
  return `${name} stays at ${after} in the community ranking.`;
}

/** The result of a vote, with a share button. */
export function DuelResult({ outcome, nameOf, share }: DuelResultProps) {
  const { result, winner } = outcome;
  const address = paths.tournamentPair(result.pair);
  return (
    <div className="duel-result">
      <VoteBar result={result} nameOf={nameOf} />
      <p className="text-sm">
        {placeOf(nameOf(winner.id), winner)} <span className="text-mist">{outcome.votesLeft} votes left today.</span>
      </p>
      <div className="cluster">
        <ShareButton
          label={share}
          path={address}
          title={`${nameOf(result.first.id)} or ${nameOf(result.second.id)}?`}
        />
        <Link to={address} className="btn btn-ghost btn-sm">
          Open the result card
        </Link>
      </div>
    </div>
  );
}
