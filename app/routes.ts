import { redirect, type RouteObject } from 'react-router'
import { ErrorPage } from '#features/pages/error.tsx'
import { Layout } from '#features/pages/layout.tsx'
import { NotFound, nowhere } from '#features/pages/not-found.tsx'
import { categories } from '#features/categories/categories.ts'
import { Page } from '#platform/web/page.tsx'
import { screen } from '#platform/web/screen.tsx'

/** Every page of the site, for the browser and for the server. Their screens are loaded when they are shown. */
const screens: RouteObject[] = [
  screen('/home', () => import('#features/listings/home.screen.tsx')),
  screen('/eat', () => import('#features/listings/eat.screen.tsx')),
  screen('/drinks', () => import('#features/listings/drinks.screen.tsx')),
  screen('/categories', () => import('#features/listings/categories.screen.tsx')),
  ...categories.map(({ slug }) =>
    screen(`/${slug}/:citySlug?`, () => import('#features/listings/category.screen.tsx')),
  ),
  screen('/restaurant/:id', () => import('#features/restaurants/restaurant.screen.tsx')),
  screen('/search-restaurant', () => import('#features/restaurants/search-restaurant.screen.tsx')),
  screen('/my-page', () => import('#features/members/my-page.screen.tsx')),
  screen('/user/:id', () => import('#features/members/user.screen.tsx')),
  screen('/settings', () => import('#features/notifications/settings.screen.tsx')),
  ...['/notify', '/notifications'].map((path) =>
    screen(path, () => import('#features/notifications/notify.screen.tsx')),
  ),
  screen('/add-yolo', () => import('#features/yolos/add-yolo.screen.tsx')),
  screen('/start', () => import('#features/accounts/start.screen.tsx')),
  ...['/login', '/loginv2', '/user-login'].map((path) =>
    screen(path, () => import('#features/accounts/login.screen.tsx')),
  ),
  screen('/signup', () => import('#features/accounts/signup.screen.tsx')),
  screen('/pretend-apple', () => import('#features/accounts/apple-stand-in.screen.tsx')),
  screen(
    '/verification-success',
    () => import('#features/accounts/verification-success.screen.tsx'),
  ),
  screen('/logout', () => import('#features/accounts/logout.screen.tsx')),
  screen('/forgot-password', () => import('#features/accounts/forgot-password.screen.tsx')),
  screen('/reset-password', () => import('#features/accounts/reset-password.screen.tsx')),
  screen('/account', () => import('#features/accounts/account.screen.tsx')),
  screen('/change-identity', () => import('#features/accounts/change-identity.screen.tsx')),
  screen('/about', () => import('#features/pages/about.screen.tsx')),
  screen('/faq', () => import('#features/pages/faq.screen.tsx')),
  screen('/terms', () => import('#features/pages/terms.screen.tsx')),
  screen('/policy', () => import('#features/pages/policy.screen.tsx')),
  ...['/contest1', '/contest2'].map((path) =>
    screen(path, () => import('#features/contests/contest.screen.tsx')),
  ),
  screen(
    '/contest_disclaimer_and_conditions',
    () => import('#features/contests/conditions.screen.tsx'),
  ),
  screen('/dev/ui', () => import('#features/pages/dev-ui.screen.tsx')),
]

export const routes: RouteObject[] = [
  { path: '/', loader: ({ url }) => redirect(`/home${url.search}`) },
  {
    id: 'layout',
    Component: Layout,
    ErrorBoundary: ErrorPage,
    children: [
      {
        id: 'page',
        Component: Page,
        ErrorBoundary: ErrorPage,
        children: [...screens, { path: '*', loader: nowhere, Component: NotFound }],
      },
    ],
  },
]
