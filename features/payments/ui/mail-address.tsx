/** An email address that wraps at its @ sign first. */
export function MailAddress({ of }: { of: string }) {
  const atIndex = of.lastIndexOf('@') + 1;
  return (
    <span className="wrap-anywhere">
      {of.slice(0, atIndex)}
      <wbr />
      {of.slice(atIndex)}
    </span>
  );
}
