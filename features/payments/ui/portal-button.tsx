import { useLocation, useNavigate } from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { fetchWithToken, toErrorMessage, UserFacingError, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useLeaveState } from '../../../web/use-leave-state.ts';
import * as messages from '../payments.messages.ts';

/** Opens the payment provider's portal for changing plans and finding receipts. */
export function PortalButton({ children }: { children?: string }) {
  const t = useTranslator();
  const [busy, setBusy] = useLeaveState(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const openPortal = async () => {
    setBusy(true);
    try {
      window.location.assign(await loadPortalAddress(t));
    } catch (error) {
      showToast({
        title: t(messages.portalError),
        description: toErrorMessage(error, t(messages.portalFailed)),
        tone: 'error',
        action: { label: t(messages.contactSupport), onClick: () => void navigate(paths.helpFrom(pathname)) },
      });
      setBusy(false);
    }
  };
  return (
    <Button
      variant="secondary"
      icon="external"
      loading={busy}
      loadingLabel={t(messages.buttonLoading)}
      onClick={() => openPortal()}
    >
      {children ?? t(messages.manageSubscription)}
    </Button>
  );
}

async function loadPortalAddress(t: Translator): Promise<string> {
  const request = fetchWithToken(endpoints.customerPortal, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ returnUrl: window.location.href }),
  });
  const { url } = await unwrap(request);
  if (!url) throw new UserFacingError(t(messages.portalUrlMissing));
  return url;
}
