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
    // Without storage, every tab shows the update.
  }
  return true;
}

/**
 * Checks whether this is the first tab of the browser to show or play this event.
 * @param what the kind of event; each kind is stored separately
 */
export async function claimAnnouncement(what: string, id: string): Promise<boolean> {
  const key = `planet-crew-queue-${what}`;
  // Two tabs can receive the same update at the same moment. Locks only exist in secure contexts.
  if (!navigator.locks) return claim(key, id);
  return navigator.locks.request(key, () => claim(key, id));
}
