import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { paths } from '../../../content/paths.ts';
import { getBuildAssistant, getBuildChips, toolLimits } from '../../../content/umbrella/tools-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import type { AdviceConversation, AdviceTurn } from '../advice/advice.schema.ts';
import type { SavedBuilds } from '../advice/saved-builds.schema.ts';
import * as messages from '../site.messages.ts';
import { AdviceReply } from './advice-reply.tsx';
import { BuildChips } from './build-chips.tsx';
import { SaveBuild } from './save-build.tsx';
import { useAdvice } from './use-advice.ts';

type Props = { start: AdviceConversation; onSaved: (builds: SavedBuilds) => void };

/** The AI Build Assistant: turns a description into chips, and the chips into a build with its reasons. */
export function BuildAssistant({ start, onSaved }: Props) {
  const t = useTranslator();
  const texts = getBuildAssistant(t);
  const { conversation, text, wishes, filledBy, change, problem, busy, ask, clear } = useAdvice(start);
  const { sample, turns } = conversation;
  const [clearing, setClearing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const question = useRef<HTMLTextAreaElement>(null);
  const awaited = useRef(false);
  const latest = turns.at(-1);

  const send = async () => {
    awaited.current = true;
    if (await ask()) return;
    awaited.current = false;
    // An error appears next to the input, so focus the input.
    question.current?.focus();
  };
  // Focus the heading of a new answer so that screen readers read it. An existing answer doesn't move the focus.
  useEffect(() => {
    if (!latest?.id || !awaited.current) return;
    awaited.current = false;
    heading.current?.focus();
  }, [latest?.id]);
  const forget = async () => {
    const isCleared = await clear();
    flushSync(() => setClearing(false));
    if (isCleared) question.current?.focus();
  };

  return (
    <section className="panel panel-md stack min-w-0" aria-labelledby="assistant">
      <div className="stack gap-2">
        <Badge tone="gold" className="self-start">
          {texts.badge}
        </Badge>
        <h2 id="assistant" className="text-2xl">
          {texts.title}
        </h2>
        <p className="text-muted">{texts.text}</p>
      </div>
      <Form className="stack" onSubmit={send}>
        <Field label={texts.label} hint={turns.length > 0 && !sample ? texts.goOn : texts.hint} error={problem}>
          <TextArea
            ref={question}
            name="question"
            rows={3}
            maxLength={toolLimits.question}
            value={text}
            onChange={(event) => change({ text: event.target.value })}
          />
        </Field>
        <BuildChips wishes={wishes} onChange={(chips) => change({ wishes: chips })} />
        {filledBy && filledBy !== 'rules' && (
          <p className="text-sm text-muted">{getBuildChips(t).filledBy[filledBy]}</p>
        )}
        <Button type="submit" icon="sparkle" loading={busy === 'ask'} className="self-start">
          {texts.submit}
        </Button>
      </Form>
      <p role="status" className="sr-only">
        {busy === 'ask' ? texts.asking : ''}
      </p>
      {sample && (
        <Notice
          tone="gold"
          icon="lock"
          action={
            <ButtonLink to={paths.plans} size="sm" variant="secondary">
              {t(messages.viewPlans)}
            </ButtonLink>
          }
        >
          {texts.sampleNote}
        </Notice>
      )}
      {latest && (
        <AdviceReply turn={latest} headingRef={heading}>
          {!sample && <SaveBuild key={latest.id} turn={latest} onSaved={onSaved} />}
        </AdviceReply>
      )}
      {!sample && turns.length > 0 && (
        <>
          <Earlier turns={turns.slice(0, -1)} onSaved={onSaved} />
          <Button
            size="sm"
            variant="ghost"
            icon="trash"
            className="self-start"
            aria-disabled={busy !== undefined}
            onClick={() => setClearing(true)}
          >
            {texts.clear}
          </Button>
        </>
      )}
      <ConfirmDialog
        open={clearing}
        title={texts.clearTitle}
        confirmLabel={texts.clear}
        loading={busy === 'clear'}
        onConfirm={() => void forget()}
        onCancel={() => setClearing(false)}
      >
        {texts.clearText}
      </ConfirmDialog>
    </section>
  );
}

/** Earlier questions, latest first. Each one expands to show its answer. */
function Earlier({ turns, onSaved }: { turns: readonly AdviceTurn[]; onSaved: Props['onSaved'] }) {
  const t = useTranslator();
  if (turns.length === 0) return null;
  return (
    <section aria-labelledby="earlier-advice" className="stack gap-2">
      <h3 id="earlier-advice" className="text-lg">
        {getBuildAssistant(t).earlier}
      </h3>
      {turns.toReversed().map((turn) => (
        <Disclosure
          key={turn.id}
          summary={
            <span className="min-w-0">
              <span className="line-clamp-1 break-words">{turn.question}</span>
              <span className="block text-sm text-muted">
                {t(messages.buildSummary, { title: turn.answer.card.title, size: turn.answer.card.size })}
              </span>
            </span>
          }
        >
          <AdviceReply turn={turn}>
            <SaveBuild turn={turn} onSaved={onSaved} />
          </AdviceReply>
        </Disclosure>
      ))}
    </section>
  );
}
