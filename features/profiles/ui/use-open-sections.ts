import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { StepKey } from '../onboarding-steps.schema.ts';
import { findLinkedSection } from '../section-anchors.rules.ts';

/** Frames to wait for a section to open, about a second. */
const MAX_FRAMES = 60;

/**
 * Focuses an element in a section that opens. The browser hides the content for a few more frames, longer on a slow
 * device, and a hidden element can't take the focus, so this tries again until it does.
 * @param onFocused called once with the focused element
 * @returns cancels the attempts
 */
export function focusWhenOpened(
  find: () => HTMLElement | null | undefined,
  onFocused: (element: HTMLElement) => void = () => {},
): () => void {
  let frame = 0;
  let framesLeft = MAX_FRAMES;
  const tryToFocus = () => {
    const element = find();
    element?.focus();
    if (element && element === document.activeElement) return onFocused(element);
    framesLeft -= 1;
    if (framesLeft > 0) frame = requestAnimationFrame(tryToFocus);
  };
  frame = requestAnimationFrame(tryToFocus);
  return () => cancelAnimationFrame(frame);
}

/** Manages which sections are open. A link to a section or a field opens it and moves there. */
export function useOpenSections() {
  const { hash, key } = useLocation();
  const [openSections, setOpenSections] = useState<readonly StepKey[]>(() => {
    const linkedSection = findLinkedSection(hash);
    return linkedSection ? [linkedSection] : [];
  });
  const open = (sections: readonly StepKey[]) => setOpenSections((before) => [...new Set([...before, ...sections])]);
  const toggle = (section: StepKey, isOpen: boolean) =>
    setOpenSections((before) => {
      if (before.includes(section) === isOpen) return before;
      return isOpen ? [...before, section] : before.filter((one) => one !== section);
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link, followed again, has a new key
  useEffect(() => {
    const linkedSection = findLinkedSection(hash);
    if (!linkedSection) return;
    setOpenSections((before) => (before.includes(linkedSection) ? before : [...before, linkedSection]));
    return focusWhenOpened(
      () => document.getElementById(hash.slice(1)),
      (target) => target.scrollIntoView(),
    );
  }, [hash, key]);

  return { isOpen: (section: StepKey) => openSections.includes(section), open, toggle };
}

export type OpenSections = ReturnType<typeof useOpenSections>;
