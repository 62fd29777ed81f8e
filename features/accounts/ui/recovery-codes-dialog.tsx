import { useEffect, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CopyButton } from '../../../web/ui/copy-button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import * as messages from '../accounts.messages.ts';
import { toSignInProblem } from './sign-in-problem.ts';

let pendingCodes: Promise<string[]> | undefined;

/** Creates ten new recovery codes and shows them once. */
export function RecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslator();
  const [codes, setCodes] = useState<string[]>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    let isCurrent = true;
    // Send only one request. Effects may run twice, and every request invalidates the earlier codes.
    pendingCodes ??= unwrap(browserApi().api.account['recovery-codes'].$post()).then((answer) => answer.codes);
    pendingCodes
      .then((newCodes) => isCurrent && setCodes(newCodes))
      .catch((error: unknown) => isCurrent && setProblem(toSignInProblem(t, error)));
    return () => {
      isCurrent = false;
    };
  }, [t]);

  const close = () => {
    pendingCodes = undefined;
    onClose();
  };
  const text = codes?.join('\n') ?? '';
  return (
    <Dialog
      open
      onClose={close}
      title={t(messages.recoveryCodesTitle)}
      description={t(messages.recoveryCodesExplanation)}
      size="sm"
      footer={
        <Button onClick={close} disabled={!codes && !problem}>
          {t(messages.recoveryCodesSaved)}
        </Button>
      }
    >
      {problem && <Notice tone="red">{problem}</Notice>}
      {!codes && !problem && <Skeleton shape="block" className="h-40" />}
      {codes && (
        <div className="stack">
          <ol className="grid grid-cols-2 gap-2 font-mono">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <div className="cluster">
            <CopyButton text={text} label={t(messages.copyRecoveryCodes)} />
            <a
              className="btn btn-secondary btn-sm"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
              download="planet-crew-recovery-codes.txt"
            >
              {t(messages.downloadRecoveryCodes)}
            </a>
          </div>
        </div>
      )}
    </Dialog>
  );
}
