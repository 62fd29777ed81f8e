/** Splits typed text at commas, trims it, and drops empty and existing tags (case-insensitive). */
export function addTags(current: readonly string[], text: string): string[] {
  const next = [...current];
  for (const piece of text.split(',')) {
    const tag = piece.trim().replace(/\s+/g, ' ');
    if (tag === '' || next.some((existingTag) => existingTag.toLowerCase() === tag.toLowerCase())) continue;
    next.push(tag);
  }
  return next;
}
