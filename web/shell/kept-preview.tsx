/** Keeps the server's HTML of `PlayerBarPreview` in place, so that visitors don't load its code. */
export function KeptPreview() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; it tells React not to touch what the server rendered
  return <div className="player-preview" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
