import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { clearSignInLeftovers } from '../../../web/sign-in-leftovers.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import * as messages from '../accounts.messages.ts';

/** Fixes stuck sign-ins by removing data that interrupted sign-ins left in this browser. */
export function RecoveryHelper() {
  const t = useTranslator();
  const [removedId, setRemovedId] = useState<number>();
  const clear = () => {
    setRemovedId(clearSignInLeftovers());
    void import('../../../web/offline-store.ts').then(({ clearOffline }) => clearOffline()).catch(() => {});
  };
  return (
    <Disclosure summary={t(messages.troubleTitle)}>
      <div className="stack">
        <p className="text-muted">{t(messages.troubleExplanation)}</p>
        <Button variant="secondary" size="sm" icon="refresh" onClick={clear}>
          {t(messages.clearSignInData)}
        </Button>
        {removedId !== undefined && (
          <Notice tone="green" icon="check">
            <span role="status">{t(messages.signInDataCleared, { removed: removedId })}</span>
          </Notice>
        )}
      </div>
    </Disclosure>
  );
}
