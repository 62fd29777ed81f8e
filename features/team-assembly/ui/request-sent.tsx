import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import * as messages from '../team-assembly.messages.ts';

type Props = { request: { id: string; paid: boolean }; pay: ReactNode };

/** Shows the next step above the form. It takes focus and scrolls into view, because the submit button is far below. */
export function RequestSent(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <NextStep {...props} />
    </div>
  );
}

function NextStep({ request, pay }: Props) {
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
