import { type ReactNode, useId, useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { matchStatuses } from '../../../content/statuses.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { ScoreRing } from '../../../web/ui/score-ring.tsx';
import { FORMAT_FACTS, formatOfType } from '../../profiles/group-formats.schema.ts';
import * as messages from '../matches.messages.ts';
import { formatSummary, getSharedMinutes, getTypeLabel, isStrong, roundShownScore } from '../matches.rules.ts';
import type { Match } from '../matches.schema.ts';
import { MatchCourt } from './match-court.tsx';
import { MatchDetails, Reasons } from './match-details.tsx';
import './match-card.css';

/**
 * Returns how many of the strongest reasons to show before the viewer opens the rest. A pair's second reason usually
 * says who plays which position, which the court already shows.
 */
const countShownReasons = ({ type }: Match) => (FORMAT_FACTS[formatOfType(type)].hasPositions ? 2 : 1);

/**
 * One match as a card that fits on a phone screen: score, members, the strongest reasons and the answer buttons.
 * The details open below the buttons, so the buttons never move.
 */
export function MatchCard({ match, children }: { match: Match; children: ReactNode }) {
  const t = useTranslator();
  const heading = `match-${match.id}`;
  const detailsId = useId();
  const [isOpenByViewer, setExpanded] = useState<boolean>();
  // Once everyone has accepted, the viewer needs the contacts and the times, so the details start open.
  const isOpen = isOpenByViewer ?? match.status === 'mutual';
  const toggle = () => setExpanded(!isOpen);
  const shownReasons = countShownReasons(match);
  const reasons = match.explanation.split('\n').filter(Boolean);
  return (
    <Panel
      as="article"
      aria-labelledby={heading}
      padding="none"
      className="match-card"
      seam={match.status === 'mutual'}
    >
      <div className="match-compact">
        <MatchCardHeader match={match} heading={heading} />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: clicking is optional; the button below does the same */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: clicking is optional; the button below does the same */}
        <div className="match-court" onClick={toggle}>
          <MatchCourt match={match} />
        </div>
        <div className="match-why">
          <Reasons reasons={reasons.slice(0, shownReasons)} label={t(messages.whyThisMatch)} />
          <button
            type="button"
            className="match-more"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={toggle}
          >
            {formatMoreLabel(t, match)}
            <Icon name="chevron-down" size={16} />
          </button>
        </div>
        {children}
      </div>
      <div id={detailsId} hidden={!isOpen} className="match-rest">
        <MatchDetails match={match} reasons={reasons.slice(shownReasons)} />
      </div>
    </Panel>
  );
}

/** Returns whether to show the score. It's 0 for groups that the matcher wouldn't have proposed. */
const isScored = (match: Match) => match.score > 0;

function formatMoreLabel(t: Translator, match: Match): string {
  if (match.status === 'mutual') return t(messages.showContactsAndTimes);
  if (!isScored(match)) return t(messages.showDetails);
  return t(messages.showScoreDetails);
}

function MatchCardHeader({ match, heading }: { match: Match; heading: string }) {
  const t = useTranslator();
  const hasScore = isScored(match);
  return (
    <header className="match-head">
      {hasScore && <ScoreRing score={match.score} parts={match.parts} size="sm" />}
      <div className="match-words">
        <h3 id={heading} className="match-title">
          {hasScore ? t(messages.score, { score: roundShownScore(match.score) }) : t(messages.notScored)}
          <Badge tone={isStrong(match.score) ? 'green' : 'violet'} solid={isStrong(match.score)}>
            {t(getTypeLabel(match.type))}
          </Badge>
          <MatchStatusLine match={match} />
        </h3>
        <p className="match-summary">{formatSummary(t, getSharedMinutes(match), match.position_coverage)}</p>
      </div>
      {match.squad_id && (
        <ButtonLink to={paths.squad(match.squad_id)} icon="users" size="sm">
          {t(messages.squadRoom)}
        </ButtonLink>
      )}
    </header>
  );
}

function MatchStatusLine({ match }: { match: Match }) {
  const t = useTranslator();
  if (match.status === 'mutual') {
    return (
      <Badge tone={matchStatuses.mutual.tone} icon="check">
        {t(matchStatuses.mutual.badge)}
      </Badge>
    );
  }
  if (match.members.some((member) => member.substitute)) {
    return (
      <Badge tone="gold" icon="refresh">
        {t(messages.newReplacement)}
      </Badge>
    );
  }
  return null;
}
