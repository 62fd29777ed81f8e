import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../../../content/paths.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';

type Props = { sent: { id: string; paid: boolean }; pay: ReactNode };

/** The next step appears above a long form that's submitted at the bottom, so it takes focus and scrolls into view. */
export function RequestSent(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <NextStep {...props} />
    </div>
  );
}

function NextStep({ sent, pay }: Props) {
  if (sent.paid) {
    return (
      <Notice
        tone="green"
        title="The clock is running"
        action={<ButtonLink to={paths.assembly(sent.id)}>Follow your team</ButtonLink>}
      >
        Request #{sent.id.slice(0, 8)} is paid. The concierge is looking.
      </Notice>
    );
  }
  return (
    <Notice
      tone="gold"
      title="One step left: payment"
      action={
        <div className="cluster">
          {pay}
          <ButtonLink variant="ghost" to={paths.assembly(sent.id)}>
            See the request
          </ButtonLink>
        </div>
      }
    >
      Request #{sent.id.slice(0, 8)} is saved for 7 days. The 48-hour clock starts when you pay.
    </Notice>
  );
}
