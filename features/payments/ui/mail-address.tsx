/** An email address that wraps at its @ sign first. */
export function MailAddress({ of }: { of: string }) {
  const domainStart = of.lastIndexOf('@') + 1;
  return (
    <span className="wrap-anywhere">
      {of.slice(0, domainStart)}
      <wbr />
      {of.slice(domainStart)}
    </span>
  );
}
