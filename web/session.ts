// Provisional: replaced as a whole by the account client.
import type { User } from '@supabase/auth-js';
type AuthState = { user: User | null; isAuthenticated: boolean; isLoading: boolean };
export async function accessToken(): Promise<string | undefined> {
  return undefined;
}
export function useAuth(): AuthState {
  return { user: null, isAuthenticated: false, isLoading: false };
}
export async function signOut(): Promise<void> {}
