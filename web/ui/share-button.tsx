import { useTranslator } from '../../messages/use-translator.tsx';
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
  const t = useTranslator();
  return (
    <Button variant={variant} size={size} icon="share" onClick={() => shareLink(t, { path, title })}>
      {label}
    </Button>
  );
}
