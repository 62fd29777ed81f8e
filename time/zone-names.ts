/** Returns the engine's canonical name for a zone, or undefined if the zone is unknown. */
export function toCanonicalZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
