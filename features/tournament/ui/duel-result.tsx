import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ShareButton } from '../../../web/ui/share-button.tsx';
import type { VoteOutcome } from '../tournament.schema.ts';
import { VoteBar } from './vote-bar.tsx';

type DuelResultProps = { outcome: VoteOutcome; nameOf: (id: string) => string; share: string };

/** What a vote did, and a way to show it to others. */
export function DuelResult({ outcome, nameOf, share }: DuelResultProps) {
  const { result, winner } = outcome;
  const climbed = winner.before - winner.after;
  const address = paths.tournamentPair(result.pair);
  return (
    <div className="duel-result">
      <VoteBar result={result} nameOf={nameOf} />
      <p className="text-sm">
        {climbed > 0
          ? `${nameOf(winner.id)} climbs from ${winner.before} to ${winner.after} in the community ranking.`
          : `${nameOf(winner.id)} stays at ${winner.after} in the community ranking.`}{' '}
        <span className="text-mist">{outcome.votesLeft} votes left today.</span>
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
