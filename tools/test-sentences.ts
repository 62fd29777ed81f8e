const MAX_WORDS = 25;

/** Returns the overlong sentences of a Markdown text, ignoring code, link targets and table borders. */
export function listLongSentences(markdown: string): string[] {
  const text = markdown
    .replace(/```[\s\S]*?```/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`\n]*`/g, 'code');
  const cells = text.split('\n').flatMap((line) => (line.startsWith('|') ? line.split('|') : [line]));
  const sentences = cells.flatMap((cell) => cell.split(/(?<=[.!?:;])\s+/));
  return sentences.map((sentence) => sentence.trim()).filter((one) => one.split(/\s+/).length > MAX_WORDS);
}
