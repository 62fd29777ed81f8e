/** Tells password managers which account the password is for, in forms without a visible email field. */
export function HiddenUsername({ email }: { email: string | undefined }) {
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />;
}
