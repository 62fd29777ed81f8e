import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { enqueue } from './serial-queue.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What somebody typed, chose or had filled in before the page's script arrived reaches `onChange`
 * once it has: React keeps such a value in the control but does not tell the state of it.
 * Takes the caller's ref and the controlled value, gives the ref for the control.
 */
export function usePrehydrationValue<T extends Control>(forwarded: Ref<T> | undefined, value: unknown) {
  const own = useRef<T>(null);
  const first = useRef(value);
  useImperativeHandle(forwarded, () => own.current as T);
  useEffect(() => {
    const control = own.current;
    if (!control || first.current === undefined || control.value === String(first.current)) return;
    const typed = control.value;
    enqueue(() => dispatchInput(control, String(first.current), typed));
  }, []);
  return own;
}

/** React drops an event whose value it believes to know already, so the old value goes in first, unseen. */
function dispatchInput(control: Control, before: string, typed: string): void {
  control.value = before;
  const prototype = Object.getPrototypeOf(control);
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, typed);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
