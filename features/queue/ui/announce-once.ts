const MAX_KEPT = 30;

function readAnnouncedIds(key: string): string[] {
  try {
    const storedValue: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(storedValue) ? storedValue.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function claim(key: string, id: string): boolean {
  const announcedIds = readAnnouncedIds(key);
  if (announcedIds.includes(id)) return false;
  try {
    localStorage.setItem(key, JSON.stringify([...announcedIds, id].slice(-MAX_KEPT)));
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
