import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import * as messages from '../team-assembly.messages.ts';

type StepProps = { request: { id: string; paid: boolean }; pay: ReactNode };
type Props = StepProps & { onRequestAnother: () => void };

/** Shows the next step in place of the form. It takes focus and scrolls into view, because the page was scrolled down. */
export function RequestSent({ onRequestAnother, ...step }: Props) {
  const t = useTranslator();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <>
      <div ref={box} tabIndex={-1}>
        <NextStep {...step} />
      </div>
      <Button variant="ghost" className="self-start btn-flush" onClick={onRequestAnother}>
        {t(messages.requestAnother)}
      </Button>
    </>
  );
}

function NextStep({ request, pay }: StepProps) {
  const t = useTranslator();
  if (request.paid) {
    return (
      <Notice
        tone="green"
        title={t(messages.paidTitle)}
        action={<ButtonLink to={paths.assembly(request.id)}>{t(messages.followTeam)}</ButtonLink>}
      >
        {t(messages.paidText, { id: request.id.slice(0, 8) })}
      </Notice>
    );
  }
  return (
    <Notice
      tone="gold"
      title={t(messages.unpaidTitle)}
      action={
        <div className="cluster">
          {pay}
          <ButtonLink variant="ghost" to={paths.assembly(request.id)}>
            {t(messages.seeRequest)}
          </ButtonLink>
        </div>
      }
    >
      {t(messages.unpaidText, { id: request.id.slice(0, 8) })}
    </Notice>
  );
}
