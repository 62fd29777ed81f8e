import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import { useDraftText } from '../../../web/use-draft.ts';
import type { OpenNoShowAppeal } from '../../matches/match-feedback/match-feedback.schema.ts';
import { LIMITS } from '../../moderation/ban-reasons.schema.ts';
import { runAction } from './admin-action.ts';
import { formatTime } from './times.ts';

type Props = { appeal: OpenNoShowAppeal; onChange: () => void; onPlayer: (id: string) => void };

/** An appeal against a no-show in a match or a session. */
export function NoShowAppealCard({ appeal, onChange, onPlayer }: Props) {
  const [answer, setAnswer] = useDraftText(`answer-to-absence-${appeal.id}`);
  const decide = (decision: 'granted' | 'rejected') =>
    runAction({ action: 'decide_absence', appealId: appeal.id, decision, answer }, onChange);
  return (
    <Panel as="article" padding="sm" className="stack">
      <h2 className="text-base">
        {appeal.display_name ?? 'A player'}: no-show at a{' '}
        {appeal.cause.startsWith('match:') ? 'match' : 'squad session'}
      </h2>
      <p className="whitespace-pre-line wrap-anywhere">{appeal.message}</p>
      <p className="text-sm text-muted">
        {appeal.said_absent} of {appeal.reports} others reported a no-show. Appealed {formatTime(appeal.created_at)}.
      </p>
      <Field label="Answer to the player" optional>
        <TextArea
          rows={2}
          maxLength={LIMITS.answer}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      <div className="cluster">
        <Button size="sm" icon="check" onClick={() => decide('granted')}>
          Remove no-show
        </Button>
        <Button size="sm" variant="secondary" icon="close" onClick={() => decide('rejected')}>
          Keep no-show
        </Button>
        <Button size="sm" variant="ghost" icon="user" onClick={() => onPlayer(appeal.user_id)}>
          Player
        </Button>
      </div>
    </Panel>
  );
}
