import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The map of all pages, one line each. */
export default [
  layout('pages/frame.tsx', [
    index('pages/home.tsx'),
    route('api-reference', 'pages/api-reference.tsx'),
    route('protocol/find', '../features/profiles/pages/find.tsx'),
    route('protocol/profile/:id', '../features/profiles/pages/profile.tsx'),
    route('protocol/onboarding', '../features/profiles/pages/onboarding.tsx'),
    route('*', 'pages/not-found.tsx'),
  ]),
] satisfies RouteConfig;
