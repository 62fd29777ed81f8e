import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { StepKey } from '../onboarding-steps.schema.ts';
import { findLinkedSection } from '../section-anchors.rules.ts';

/**
 * Runs the action once an opened section can take the focus. The browser still hides the content of a section in the
 * frame in which it opens.
 * @returns cancels the action
 */
export function runWhenOpened(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(act);
    });
  });
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
    return runWhenOpened(() => {
      const target = document.getElementById(hash.slice(1));
      target?.scrollIntoView();
      target?.focus({ preventScroll: true });
    });
  }, [hash, key]);

  return { isOpen: (section: StepKey) => openSections.includes(section), open, toggle };
}

export type OpenSections = ReturnType<typeof useOpenSections>;
