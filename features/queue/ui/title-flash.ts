const FLASH_MS = 1_000;

/**
 * Says something in the title of the page, in turn with what stands there, or steadily where motion is unwelcome.
 * @returns ends it, and the title is again what it was, or what another page has made of it
 */
export function flashTitle(said: string): () => void {
  const steady = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  let before = document.title;
  const turn = () => {
    const shown = document.title === said;
    if (!shown) before = document.title;
    document.title = shown && !steady ? before : said;
  };
  turn();
  const timer = setInterval(turn, FLASH_MS);
  return () => {
    clearInterval(timer);
    if (document.title === said) document.title = before;
  };
}
