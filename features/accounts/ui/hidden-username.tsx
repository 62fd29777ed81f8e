/** Tells password managers whose password this form sets or asks for, where the form has no visible field for it. */
export function HiddenUsername({ email }: { email: string | undefined }) {
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />;
}
