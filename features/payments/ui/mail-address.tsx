/** An email address that wraps at its @ sign if it has to wrap. */
export function MailAddress({ of }: { of: string }) {
  const at = of.lastIndexOf('@') + 1;
  return (
    <span className="wrap-anywhere">
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </span>
  );
}
