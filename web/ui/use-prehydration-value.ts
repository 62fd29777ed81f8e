import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { enqueue } from './serial-queue.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Reports what the user typed, chose or autofilled before hydration to `onChange`. React keeps such a value in the
 * control but doesn't update the state. Takes the caller's ref and the controlled value, returns the ref for the
 * control.
 */
export function usePrehydrationValue<T extends Control>(forwardedRef: Ref<T> | undefined, value: unknown) {
  const ownRef = useRef<T>(null);
  const initialValue = useRef(value);
  useImperativeHandle(forwardedRef, () => ownRef.current as T);
  useEffect(() => {
    const control = ownRef.current;
    if (!control || initialValue.current === undefined || control.value === String(initialValue.current)) return;
    const value = control.value;
    enqueue(() => dispatchInput(control, String(initialValue.current), value));
  }, []);
  return ownRef;
}

/** React ignores an event if the value hasn't changed, so this sets the old value first, without an event. */
function dispatchInput(control: Control, before: string, value: string): void {
  control.value = before;
  const prototype = Object.getPrototypeOf(control);
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
