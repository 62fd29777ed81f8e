import { Button } from './button.tsx';
import { shareLink } from './share-link.ts';

type ShareButtonProps = {
  label: string;
  path: string;
  title: string;
  variant?: 'secondary' | 'ghost';
  size?: 'sm' | 'md';
};

/** Shares a page of this site through the device's share sheet or the clipboard. */
export function ShareButton({ label, path, title, variant = 'secondary', size = 'sm' }: ShareButtonProps) {
  return (
    <Button variant={variant} size={size} icon="share" onClick={() => shareLink({ path, title })}>
      {label}
    </Button>
  );
}
