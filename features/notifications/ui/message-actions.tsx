import { Suspense, use, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { type Answer, queueAnswer, useAnswers } from '../../../web/answer-queue.ts';
import { type InlineAction, InlineActionsContext } from '../../../web/inline-actions.ts';
import { QueuedAnswerLine } from '../../../web/queued-answer-line.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { attempt } from '../../../web/use-action.ts';
import type { InboxItem } from '../notifications.schema.ts';

type MessageActionsProps = { item: InboxItem; onLeave?: (() => void) | undefined };

/**
 * Shows a message's buttons. Answers are sent without leaving the page and keep their buttons. The other buttons open a
 * page.
 */
export function MessageActions(props: MessageActionsProps) {
  if (props.item.actions.length === 0) return null;
  return (
    <Suspense fallback={<OpenLinks {...props} />}>
      <AnswerButtons {...props} />
    </Suspense>
  );
}

/** Shows buttons that open pages, until we know which can be answered here. */
const OpenLinks = ({ item, onLeave }: MessageActionsProps) => (
  <p className="cluster">
    {item.actions.map(({ label, path }, index) => (
      <ButtonLink key={path} to={path} size="sm" variant={index === 0 ? 'secondary' : 'ghost'} onClick={onLeave}>
        {label}
      </ButtonLink>
    ))}
  </p>
);

function AnswerButtons({ item, onLeave }: MessageActionsProps) {
  const t = useTranslator();
  const actInPlace = use(use(InlineActionsContext)());
  const { busy, given: answered, give } = useSingleAnswer();
  const findQueued = useQueued();
  const buttons = item.actions.flatMap((link) => {
    const inline = actInPlace(t, link);
    const openAction = { key: link.path, label: link.label, path: link.path };
    if (!inline) return [openAction];
    // Questions that expired or were answered elsewhere lose their buttons; questions answered here keep them.
    if (!item.waits && !answered && !busy && !inline.actions.some(({ answer }) => findQueued(answer)))
      return inline.opens ? [openAction] : [];
    const responseButtons = inline.actions.map((action) => ({
      key: `${link.path} ${action.name}`,
      label: action.label,
      action,
    }));
    return inline.opens ? [...responseButtons, openAction] : responseButtons;
  });

  const answerButtons = buttons.flatMap((button) => ('path' in button ? [] : [button]));
  const queued = answerButtons.map(({ action }) => findQueued(action.answer)).find(Boolean);
  const queuedButton = answerButtons.find(({ action }) => queued && action.answer?.answer === queued.answer);
  const given = answered ?? queuedButton?.key;

  return (
    <div className="cluster">
      {buttons.map((button, index) => {
        const variant = index === 0 ? 'secondary' : 'ghost';
        if ('path' in button) {
          return (
            <ButtonLink key={button.key} to={button.path} size="sm" variant={variant} onClick={onLeave}>
              {button.label}
            </ButtonLink>
          );
        }
        const { key, label, action } = button;
        return (
          <Button
            key={key}
            size="sm"
            variant={variant}
            icon={given === key ? 'check' : undefined}
            aria-pressed={given === key}
            aria-disabled={busy !== undefined || given !== undefined || queued !== undefined}
            aria-busy={busy === key || undefined}
            aria-description={item.title}
            onClick={() => give(key, action)}
          >
            {label}
          </Button>
        );
      })}
      <QueuedAnswerLine queued={queued} about={item.title} />
    </div>
  );
}

/**
 * Returns a function that finds the user's answer to a question if it's still queued, because the browser was offline.
 */
function useQueued() {
  const answers = useAnswers();
  return (about: Answer | undefined) => about && answers.find(({ kind, id }) => kind === about.kind && id === about.id);
}

/** Allows one answer per message, even with fast taps. A failed answer shows why and can be retried. */
function useSingleAnswer() {
  const [busy, setBusy] = useState<string>();
  const [answeredKey, setAnsweredKey] = useState<string>();
  // A second tap may arrive before the first has rendered.
  const isClaimed = useRef(false);
  const revalidator = useRevalidator();
  async function give(key: string, { act, answer }: InlineAction): Promise<void> {
    if (isClaimed.current) return;
    isClaimed.current = true;
    if (answer && (await queueAnswer(answer))) {
      isClaimed.current = false;
      return;
    }
    setBusy(key);
    const isDone = await attempt(() => act().then(() => true));
    if (isDone) setAnsweredKey(key);
    else isClaimed.current = false;
    setBusy(undefined);
    await revalidator.revalidate();
  }
  return { busy, given: answeredKey, give };
}
