/** An e-mail address that breaks at its sign, where it has to break. */
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
