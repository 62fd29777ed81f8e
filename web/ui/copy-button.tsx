import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

type CopyButtonProps = { text: string; label?: string; copiedLabel?: string; className?: string };

export function CopyButton({ text, label = 'Copy', copiedLabel = 'Copied', className }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2500);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // Browsers refuse to copy outside a secure context or without permission.
      setState('refused');
    }
  };

  return (
    <Button
      variant="secondary"
      size="sm"
      icon={state === 'copied' ? 'check' : 'copy'}
      onClick={copy}
      className={className}
    >
      <span aria-live="polite">{{ idle: label, copied: copiedLabel, refused: 'Copying is blocked here' }[state]}</span>
    </Button>
  );
}
