import { Button } from './button.tsx';
import { toast } from './toast-store.ts';

type ShareButtonProps = { label: string; path: string; title: string };

/** The device's own sharing where there is one, else the address goes to the clipboard. */
export function ShareButton({ label, path, title }: ShareButtonProps) {
  const share = async () => {
    const url = window.location.origin + path;
    if (navigator.share) return navigator.share({ title, url }).catch(() => {});
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Link copied', tone: 'success' });
    } catch {
      toast({ title: 'The link could not be copied', description: url, tone: 'error' });
    }
  };
  return (
    <Button variant="secondary" size="sm" icon="share" onClick={share}>
      {label}
    </Button>
  );
}
