const SECOND_MS = 1_000;
const padTwo = (figure: number) => String(figure).padStart(2, '0');

/** Formats milliseconds as 0:07, 1:40 or 1:02:40; never less than 0:00. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND_MS));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${padTwo(minutes)}:${padTwo(seconds % 60)}` : `${minutes}:${padTwo(seconds % 60)}`;
}
