const FLASH_MS = 1_000;

/**
 * Flashes a message in the page title, alternating with the original, or shows it steadily with reduced motion.
 * @returns a function that stops flashing and restores the title, unless another page has changed it
 */
export function flashTitle(message: string): () => void {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  let before = document.title;
  const toggleTitle = () => {
    const isShown = document.title === message;
    if (!isShown) before = document.title;
    document.title = isShown && !prefersReducedMotion ? before : message;
  };
  toggleTitle();
  const timer = setInterval(toggleTitle, FLASH_MS);
  return () => {
    clearInterval(timer);
    if (document.title === message) document.title = before;
  };
}
