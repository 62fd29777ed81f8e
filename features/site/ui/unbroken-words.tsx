/** Text that never breaks at a hyphen, so "creator-first" stays on one line. */
export function UnbrokenWords({ text }: { text: string }) {
  return text.split(/(\S+-\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence that never changes
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
