import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { queueAnswer, useAnswers } from '../../../web/answer-queue.ts';
import { QueuedAnswerLine } from '../../../web/queued-answer-line.tsx';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { SquadInvitation } from '../invitations/squad-invitations.schema.ts';
import * as messages from '../squads.messages.ts';
import { answerSquad } from './answer-squad.ts';
import { SquadCrest } from './squad-crest.tsx';

type InvitationAnswer = 'accept' | 'decline';

export function SquadInvitations({ invitations }: { invitations: SquadInvitation[] }) {
  const t = useTranslator();
  const { busy, run } = useAction();
  const answers = useAnswers();
  const [answersById, setAnswersById] = useState<ReadonlyMap<string, InvitationAnswer>>(new Map());
  const [shownInvitations, setShownInvitations] = useState(invitations);
  // Answered invitations keep their place until the viewer leaves the page, so that nothing shifts under a tap.
  useEffect(
    () =>
      setShownInvitations((now) => [
        ...now.filter(({ squad_id: id }) => answersById.has(id) || invitations.some((one) => one.squad_id === id)),
        ...invitations.filter(({ squad_id: id }) => !now.some((one) => one.squad_id === id)),
      ]),
    [invitations, answersById],
  );
  if (shownInvitations.length === 0) return null;
  const answer = async (id: string, action: InvitationAnswer) => {
    if (await queueAnswer({ kind: 'squad', id, answer: action })) return;
    await run(async () => {
      await answerSquad(t, id, action);
      setAnswersById((now) => new Map(now).set(id, action));
    });
  };
  const queuedById = new Map(answers.filter(({ kind }) => kind === 'squad').map((one) => [one.id, one]));
  const givenById = new Map<string, string>([
    ...answersById,
    ...[...queuedById].map(([id, { answer: word }]) => [id, word] as const),
  ]);
  return (
    <ul className="stack" aria-label={t(messages.invitationsList)}>
      {shownInvitations.map((one) => (
        <Panel as="li" key={one.squad_id} tone="orange" className="flex flex-wrap items-center gap-4">
          <span className="flex items-center">
            <SquadCrest seed={one.crest_seed} size={56} />
            <Avatar name={one.inviter_name} src={one.inviter_avatar} size={40} decorative className="relative -ms-4" />
          </span>
          <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
            <span>
              <RichMessage
                message={messages.invitation}
                values={{
                  name: one.inviter_name,
                  squad: one.squad_name,
                  members: one.members,
                  inviter: (children) => <Link to={paths.profile(one.inviter_id)}>{children}</Link>,
                  strong: (children) => <strong>{children}</strong>,
                }}
              />
            </span>
            {one.full && <span> {t(messages.squadFullNow)}</span>}
          </p>
          <div className="cluster">
            <Button
              size="sm"
              icon="check"
              aria-pressed={givenById.get(one.squad_id) === 'accept' || undefined}
              aria-disabled={busy || givenById.has(one.squad_id)}
              onClick={() => answer(one.squad_id, 'accept')}
            >
              {t(messages.joinSquad)}
            </Button>
            <Button
              size="sm"
              variant="secondary"
              aria-pressed={givenById.get(one.squad_id) === 'decline' || undefined}
              aria-disabled={busy || givenById.has(one.squad_id)}
              onClick={() => answer(one.squad_id, 'decline')}
            >
              {t(messages.declineInvitation)}
            </Button>
          </div>
          <QueuedAnswerLine queued={queuedById.get(one.squad_id)} about={one.squad_name} />
        </Panel>
      ))}
    </ul>
  );
}
