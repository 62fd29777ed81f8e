import type { Session, User } from '@supabase/auth-js';

/** The browser's sign-in state. */
export type AuthState = {
  user: User | null;
  session: Session | null;
  isAuthenticated: boolean;
  /** True until the stored session has been read. */
  isLoading: boolean;
  error: string | null;
};

const initialState: AuthState = { user: null, session: null, isAuthenticated: false, isLoading: true, error: null };

let state = initialState;
const listeners = new Set<() => void>();

export const readAuthState = () => state;
/** State on the server, which doesn't know the viewer. */
export const readServerAuthState = () => initialState;

export function subscribeAuthState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setSession(session: Session | null): void {
  setState({ user: session?.user ?? null, session, isAuthenticated: session !== null, isLoading: false, error: null });
}

export function setAuthError(error: string): void {
  setState({ ...state, isLoading: false, error });
}

function setState(next: AuthState): void {
  state = next;
  for (const listener of listeners) listener();
}
