import { endpoints } from '../../../content/endpoints.ts';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Court } from '../../../web/ui/court.tsx';
import type { CourtSpot } from '../../../web/ui/court-spots.ts';
import { ScoreRing } from '../../../web/ui/score-ring.tsx';
import { toShownParts } from '../../matches/score-parts.rules.ts';
import { EXAMPLE_POINTS, EXAMPLE_SCORE, EXAMPLE_WEIGHTS } from '../example-match.rules.ts';
import * as messages from '../site.messages.ts';

const { face } = endpoints;
/**
 * The reader and four teammates. The teammates are named after play styles, because no player agreed to be shown here.
 */
const SPOTS: (Pick<CourtSpot, 'position' | 'state' | 'avatarUrl'> & { name: Message })[] = [
  { position: 'PG', state: 'accepted', name: messages.playmaker, avatarUrl: face('31402165') },
  { position: 'SG', state: 'accepted', name: messages.sharpshooter, avatarUrl: face('75213042') },
  { position: 'SF', state: 'you', name: messages.you, avatarUrl: face('12034513') },
  { position: 'PF', state: 'accepted', name: messages.glassCleaner, avatarUrl: face('54321207') },
  { position: 'C', state: 'accepted', name: messages.paintAnchor, avatarUrl: face('20513324') },
];

/**
 * An example of a match: the reader is on the court, four teammates join one after another, and the score follows. CSS
 * alone moves it, once, and only while it's in view. With reduced motion, everyone is there from the start.
 */
export function LivingCourt() {
  const t = useTranslator();
  const spots = SPOTS.map(({ name, ...spot }) => ({ ...spot, name: t(name) }));
  return (
    <div className="living">
      <Court spots={spots} label={t(messages.exampleMatch)} className="living-court" />
      <p className="living-note" aria-hidden="true">
        {t(messages.example, { score: EXAMPLE_SCORE })}
      </p>
      <div className="living-score">
        <ScoreRing score={EXAMPLE_SCORE} parts={toShownParts(t, EXAMPLE_POINTS, EXAMPLE_WEIGHTS)} size="sm" />
      </div>
    </div>
  );
}
