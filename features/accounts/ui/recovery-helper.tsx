import { useState } from 'react';
import { clearSignInLeftovers } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Disclosure } from '../../../web/ui/disclosure.tsx';
import { Notice } from '../../../web/ui/notice.tsx';

/** Fixes stuck sign-ins by removing the data that an interrupted one left in this browser. */
export function RecoveryHelper() {
  const [removed, setRemoved] = useState<number>();
  return (
    <Disclosure summary="Trouble signing in?">
      <div className="stack">
        <p className="text-mist">
          An interrupted sign-in can leave old entries in this browser. Clearing them signs you out here and changes
          nothing else. Then try again.
        </p>
        <Button variant="secondary" size="sm" icon="refresh" onClick={() => setRemoved(clearSignInLeftovers())}>
          Clear sign-in data
        </Button>
        {removed !== undefined && (
          <Notice tone="green" icon="check">
            <span role="status">
              {removed === 0
                ? 'There was nothing to clear.'
                : `Cleared ${removed} ${removed === 1 ? 'entry' : 'entries'}.`}{' '}
              You can try again now.
            </span>
          </Notice>
        )}
      </div>
    </Disclosure>
  );
}
