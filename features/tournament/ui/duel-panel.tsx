import { useEffect, useState } from 'react';
import { paths } from '../../../content/paths.ts';
import type { TournamentTexts } from '../../../content/tournament/tournament-texts.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../tournament.messages.ts';
import type { Duel, VoteOutcome } from '../tournament.schema.ts';
import { ContenderCard } from './contender.tsx';
import { DuelResult } from './duel-result.tsx';
import type { RankedWarrior } from './ranked-warrior.ts';

type DuelPanelProps = {
  texts: TournamentTexts['community'];
  warriors: readonly RankedWarrior[];
  today: Duel;
  votes: number;
};

/**
 * Two warriors to choose from. Visitors see the pair of the day, and signed-in users the pair where their vote is most
 * informative.
 */
export function DuelPanel({ texts, warriors, today, votes }: DuelPanelProps) {
  const t = useTranslator();
  const { isAuthenticated } = useAuth();
  const [duel, setDuel] = useState<Duel | null>(today);
  const [outcome, setOutcome] = useState<VoteOutcome>();
  const [busy, setBusy] = useState<string>();
  const [cast, setCast] = useState(0);

  const loadNext = async () => {
    const next = await unwrap(browserApi().api.tournament.pairs.next.$get());
    setOutcome(undefined);
    setDuel(next.duel);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each sign-in
  useEffect(() => {
    // If the request fails, keep the pair of the day.
    if (isAuthenticated) loadNext().catch(() => {});
  }, [isAuthenticated]);

  const vote = async (winner: string, loser: string) => {
    setBusy(winner);
    const post = () => browserApi().api.tournament.votes.$post({ json: { winner, loser } });
    const next = await attempt(post, undefined, (title) => showToast({ title, tone: 'error' }));
    setBusy(undefined);
    if (!next) return;
    setOutcome(next);
    setCast((count) => count + 1);
  };

  const find = (id: string) => warriors.find((warrior) => warrior.id === id)!;
  return (
    <section className="panel duel" aria-labelledby="duel-title">
      <div className="duel-head">
        <div className="stack gap-1">
          <h2 id="duel-title" className="text-2xl">
            {texts.title}
          </h2>
          <p className="text-muted">{texts.line}</p>
        </div>
        <p className="duel-votes">
          <RichMessage
            message={messages.votesSoFar}
            values={{ votes: votes + cast, strong: (text) => <strong>{text}</strong> }}
          />
        </p>
      </div>
      {duel ? (
        <div className="duel-pair">
          <ContenderCard
            warrior={find(duel.first)}
            side="first"
            editorial={texts.editorial}
            busy={busy === duel.first}
            disabled={!isAuthenticated || Boolean(outcome) || Boolean(busy)}
            onPick={isAuthenticated && !outcome ? () => vote(duel.first, duel.second) : undefined}
          />
          <span className="duel-vs" aria-hidden="true">
            {t(messages.versus)}
          </span>
          <ContenderCard
            warrior={find(duel.second)}
            side="second"
            editorial={texts.editorial}
            busy={busy === duel.second}
            disabled={!isAuthenticated || Boolean(outcome) || Boolean(busy)}
            onPick={isAuthenticated && !outcome ? () => vote(duel.second, duel.first) : undefined}
          />
        </div>
      ) : (
        <p>{t(messages.noMorePairs)}</p>
      )}
      <div aria-live="polite">
        {outcome && <DuelResult outcome={outcome} nameOf={(id) => find(id).name} share={texts.share} />}
      </div>
      <div className="duel-foot">
        <p className="text-sm text-muted">
          <span>{texts.rule}</span>
          {!isAuthenticated && <span>{` ${texts.signIn}`}</span>}
        </p>
        {!isAuthenticated && (
          <ButtonLink to={paths.authReturningTo(paths.tournament)} size="sm">
            {t(messages.signInToVote)}
          </ButtonLink>
        )}
        {!isAuthenticated && duel && (
          <ButtonLink to={paths.tournamentPair(duel.pair)} variant="ghost" size="sm" iconEnd="arrow-right">
            {t(messages.seeResult)}
          </ButtonLink>
        )}
        {outcome && (
          <Button
            size="sm"
            iconEnd="arrow-right"
            onClick={() => loadNext().catch(() => showToast({ title: t(messages.nextPairFailed), tone: 'error' }))}
          >
            {t(messages.nextPair)}
          </Button>
        )}
      </div>
    </section>
  );
}
