/** The signed-in person behind a request, as the access token and its session say. */
export type Actor = {
  userId: string;
  sessionId: string;
  email: string | null;
  /** `aal2` after a second factor. */
  aal: 'aal1' | 'aal2';
  /** The account has a second factor and this session has not used it yet: only sign-in itself may go on. */
  secondFactorPending?: boolean;
};

/**
 * What somebody must be to call an operation. `owner`, `member`, `buyer` and `seller` are signed-in people whose tie to
 * the row is checked by the command; `banned` people are refused by the rule of the area that banned them. An operation
 * that asks for a tie has a row in server/ties.test.ts, where a stranger is refused and the one with the tie is not.
 */
export type Capability =
  | 'visitor'
  | 'user'
  | 'onboarded'
  | 'owner'
  | 'member'
  | 'buyer'
  | 'seller'
  | 'admin'
  | 'service';
