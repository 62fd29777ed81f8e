import { endpoints } from '../../../content/endpoints.ts';
import { fetchWithToken, toErrorMessage, UserFacingError, unwrap } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { useLeaveState } from '../../../web/use-leave-state.ts';

const FALLBACK = 'Unable to open customer portal. Please contact support.';

/** Opens the payment provider's portal for changing plans and finding receipts. */
export function PortalButton({ children = 'Manage Subscription' }: { children?: string }) {
  const [busy, setBusy] = useLeaveState(false);
  const open = async () => {
    setBusy(true);
    try {
      window.location.assign(await loadPortalAddress());
    } catch (error) {
      showToast({ title: 'Portal Error', description: toErrorMessage(error, FALLBACK), tone: 'error' });
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" icon="external" loading={busy} loadingLabel="Loading..." onClick={() => open()}>
      {children}
    </Button>
  );
}

async function loadPortalAddress(): Promise<string> {
  const asking = fetchWithToken(endpoints.customerPortal, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ returnUrl: window.location.href }),
  });
  const { url } = await unwrap(asking);
  if (!url) throw new UserFacingError('No portal URL returned');
  return url;
}
