import { type FormEvent, useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { toolsPage } from '../../../content/umbrella/tools.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { TextArea } from '../../../web/ui/text-area.tsx';
import type { Answer } from '../advice/advice.schema.ts';
import { AdviceCard } from './advice-card.tsx';

const words = toolsPage.buildAssistant;

/** The AI Build Assistant: a description in, a build with its reasons out. */
export function BuildAssistant({ hasPro }: { hasPro: boolean }) {
  const [text, setText] = useState('');
  const [advice, setAdvice] = useState<Answer>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      setAdvice(await unwrap(browserApi().api['build-advice'].$post({ json: { text } })));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'The assistant did not answer. Please try again.');
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="panel panel-md stack" aria-labelledby="assistant">
      <div className="stack gap-2">
        <Badge tone="gold" className="self-start">
          {words.badge}
        </Badge>
        <h2 id="assistant" className="text-2xl">
          {words.title}
        </h2>
        <p className="text-mist">{words.text}</p>
      </div>
      <Form className="stack" onSubmit={ask}>
        <Field label={words.label} hint={words.hint} error={problem}>
          <TextArea
            name="question"
            maxLength={words.maxLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" icon="sparkle" loading={busy} className="self-start">
          {words.submit}
        </Button>
      </Form>
      {!hasPro && (
        <Notice
          tone="gold"
          icon="lock"
          action={
            <ButtonLink to={paths.plans} size="sm" variant="secondary">
              View Plans
            </ButtonLink>
          }
        >
          The assistant answers accounts with Pro, Premium or Founders Premium.
        </Notice>
      )}
      <div aria-live="polite">{advice && <AdviceCard advice={advice} />}</div>
    </section>
  );
}
