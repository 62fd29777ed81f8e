import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ShareButton } from '../../../web/ui/share-button.tsx';
import * as messages from '../tournament.messages.ts';
import type { VoteOutcome } from '../tournament.schema.ts';
import { VoteBar } from './vote-bar.tsx';

type DuelResultProps = { outcome: VoteOutcome; nameOf: (id: string) => string; share: string };

function formatPlace(t: Translator, name: string, { before, after, votersMissing }: VoteOutcome['winner']): string {
  if (votersMissing > 0) return t(messages.rankPending, { name, votersMissing });
  if (after < before) return t(messages.rankClimbs, { name, before, after });
  return t(messages.rankStays, { name, rank: after });
}

/** The result of a vote, with a share button. */
export function DuelResult({ outcome, nameOf, share }: DuelResultProps) {
  const t = useTranslator();
  const { result, winner } = outcome;
  const address = paths.tournamentPair(result.pair);
  return (
    <div className="duel-result">
      <VoteBar result={result} nameOf={nameOf} />
      <p className="text-sm">
        {formatPlace(t, nameOf(winner.id), winner)}{' '}
        <span className="text-muted">{t(messages.votesLeft, { votesLeft: outcome.votesLeft })}</span>
      </p>
      <div className="cluster">
        <ShareButton
          label={share}
          path={address}
          title={t(messages.pairTitle, { first: nameOf(result.first.id), second: nameOf(result.second.id) })}
        />
        <Link to={address} className="btn btn-ghost btn-sm">
          {t(messages.openCard)}
        </Link>
      </div>
    </div>
  );
}
