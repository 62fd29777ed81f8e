const KEPT = 30;

function read(key: string): string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(known) ? known.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function claim(key: string, id: string): boolean {
  const known = read(key);
  if (known.includes(id)) return false;
  try {
    localStorage.setItem(key, JSON.stringify([...known, id].slice(-KEPT)));
  } catch {
    // Without storage each tab says it for itself.
  }
  return true;
}

/**
 * Whether this is the first of all tabs of the browser, now and earlier, to say or to sound something.
 * @param what of which kind it is, so that the kinds do not push each other out
 */
export async function isFirst(what: string, id: string): Promise<boolean> {
  const key = `planet-crew-queue-${what}`;
  // Two tabs hear of the same news in the same moment. Only pages of safe origins have locks.
  if (!navigator.locks) return claim(key, id);
  return navigator.locks.request(key, () => claim(key, id));
}
