import { useEffect, useState } from 'react';
import { useTranslator } from '../../messages/use-translator.tsx';
import { Button } from './button.tsx';
import * as messages from './ui.messages.ts';

type CopyButtonProps = { text: string; label?: string; copiedLabel?: string; className?: string };

export function CopyButton({ text, label, copiedLabel, className }: CopyButtonProps) {
  const t = useTranslator();
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

  const labels = {
    idle: label ?? t(messages.copy),
    copied: copiedLabel ?? t(messages.copied),
    refused: t(messages.copyBlocked),
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={state === 'copied' ? 'check' : 'copy'}
      onClick={copy}
      className={className}
    >
      <span aria-live="polite">{labels[state]}</span>
    </Button>
  );
}
