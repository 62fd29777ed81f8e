import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The map of all pages, one line each. */
export default [
  layout('pages/frame.tsx', [
    index('../features/site/pages/home.tsx'),
    route('api-reference', 'pages/api-reference.tsx'),
    route('protocol/find', '../features/profiles/pages/find.tsx'),
    route('protocol/profile/:id', '../features/profiles/pages/profile.tsx'),
    route('protocol/onboarding', '../features/profiles/pages/onboarding.tsx'),
    route('join', '../features/accounts/pages/join.tsx', { id: 'join' }),
    route('auth', '../features/accounts/pages/join.tsx', { id: 'auth' }),
    route('protocol/auth', '../features/accounts/pages/auth.tsx'),
    route('protocol/callback', '../features/accounts/pages/callback.tsx', { id: 'protocol-callback' }),
    route('auth/callback', '../features/accounts/pages/callback.tsx', { id: 'auth-callback' }),
    route('protocol/new-password', '../features/accounts/pages/new-password.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
] satisfies RouteConfig;
