/** An email address that wraps at its @ sign first. */
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
