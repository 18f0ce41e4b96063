import { redirect, type RouteObject } from 'react-router'
import { ErrorPage, NotFound, notFoundLoader } from '#features/pages/error.tsx'
import { Layout } from '#features/pages/layout.tsx'
import { readableListingQuery } from '#features/listings/question.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import { withQuery } from '#platform/web/navigation/query-keys.ts'
import { Page } from '#platform/web/head.tsx'
import { screen } from '#platform/web/screen.tsx'

const arriving = { keys: ['next', 'referrer'] }
const listing = {
  keys: [
    'latitude',
    'longitude',
    'distanceMiles',
    'open',
    'sort',
    'city',
    'filter',
    'list',
    'cursor',
    'from',
    'view',
  ],
  lists: ['price', 'tags'],
  read: import.meta.env.SSR && readableListingQuery,
}

/** All pages of the site, used by browser and server. Each screen's code is loaded when the screen is first shown. */
const screens: RouteObject[] = [
  withQuery(
    screen('/home', () => import('#features/listings/home/home.screen.tsx')),
    { keys: ['city', 'distanceMiles'] },
  ),
  screen('/eat', () => import('#features/listings/home/eat.screen.tsx')),
  screen('/drinks', () => import('#features/listings/home/drinks.screen.tsx')),
  withQuery(
    screen('/categories', () => import('#features/listings/category/categories.screen.tsx')),
    { ...listing, lists: ['category', ...listing.lists] },
  ),
  ...categories.map(({ slug }) =>
    withQuery(
      screen(
        `/${slug}/:citySlug?`,
        () => import('#features/listings/category/category.screen.tsx'),
      ),
      listing,
    ),
  ),
  withQuery(
    screen('/restaurant/:id', () => import('#features/restaurants/restaurant.screen.tsx')),
    { keys: ['page'] },
  ),
  withQuery(
    screen('/dish/:id', () => import('#features/dishes/dish.screen.tsx')),
    { keys: ['cursor'] },
  ),
  withQuery(
    screen(
      '/search-restaurant',
      () => import('#features/restaurants/search-restaurant.screen.tsx'),
    ),
    { keys: ['city', 'q'] },
  ),
  withQuery(
    screen('/search', () => import('#features/search/search.screen.tsx')),
    { keys: ['q', 'latitude', 'longitude'] },
  ),
  screen('/my-page', () => import('#features/members/my-page.screen.tsx')),
  screen('/user/:id', () => import('#features/members/user.screen.tsx')),
  screen('/settings', () => import('#features/notifications/settings.screen.tsx')),
  ...['/notify', '/notifications'].map((path) =>
    screen(path, () => import('#features/notifications/notifications.screen.tsx')),
  ),
  screen('/add-yolo', () => import('#features/yolos/wizard/add-yolo.screen.tsx')),
  withQuery(
    screen('/start', () => import('#features/sign-in/start.screen.tsx')),
    arriving,
  ),
  ...['/login', '/loginv2', '/user-login'].map((path) =>
    withQuery(
      screen(path, () => import('#features/sign-in/login.screen.tsx')),
      { keys: [...arriving.keys, 'vote'] },
    ),
  ),
  withQuery(
    screen('/signup', () => import('#features/sign-in/signup.screen.tsx')),
    arriving,
  ),
  withQuery(
    screen('/pretend-apple', () => import('#features/demo/apple-stand-in/stand-in.screen.tsx')),
    { keys: ['state'] },
  ),
  screen(
    '/verification-success',
    () => import('#features/sign-in/verification-success.screen.tsx'),
  ),
  screen('/logout', () => import('#features/accounts/sessions/logout.screen.tsx')),
  screen('/forgot-password', () => import('#features/sign-in/forgot-password.screen.tsx')),
  screen('/reset-password', () => import('#features/sign-in/reset-password.screen.tsx')),
  screen('/account', () => import('#features/accounts/profile/account.screen.tsx')),
  screen('/stop-weekly-mail', () => import('#features/weekly-mail/stop-weekly-mail.screen.tsx')),
  screen('/change-identity', () => import('#features/accounts/profile/change-identity.screen.tsx')),
  screen('/about', () => import('#features/pages/about.screen.tsx')),
  screen('/faq', () => import('#features/pages/faq.screen.tsx')),
  screen('/terms', () => import('#features/pages/legal/terms.screen.tsx')),
  screen('/policy', () => import('#features/pages/legal/policy.screen.tsx')),
  ...['/contest1', '/contest2'].map((path) =>
    screen(path, () => import('#features/contests/contest.screen.tsx')),
  ),
  screen('/contests', () => import('#features/contests/contests.screen.tsx')),
  screen('/contests/:id', () => import('#features/contests/contest.screen.tsx')),
  screen('/admin/contests', () => import('#features/contests/admin-contests.screen.tsx')),
  screen('/admin/contests/:id', () => import('#features/contests/admin-contest.screen.tsx')),
  screen(
    '/contest_disclaimer_and_conditions',
    () => import('#features/contests/conditions.screen.tsx'),
  ),
  withQuery(
    screen('/admin', () => import('#features/admin/admin.screen.tsx')),
    { keys: ['from', 'to'] },
  ),
  withQuery(
    screen('/admin/queue', () => import('#features/moderation/queue.screen.tsx')),
    { keys: ['kind', 'state', 'cursor'] },
  ),
  withQuery(
    screen('/admin/members', () => import('#features/members/admin/members.screen.tsx')),
    { keys: ['q'] },
  ),
  screen('/admin/members/:id', () => import('#features/members/admin/member.screen.tsx')),
  withQuery(
    screen('/admin/audit', () => import('#features/admin/audit.screen.tsx')),
    { keys: ['actor', 'subject', 'action', 'from', 'to'] },
  ),
  withQuery(
    screen('/admin/merge', () => import('#features/merging/merge.screen.tsx')),
    { keys: ['kind', 'goes', 'stays'] },
  ),
  screen('/shareholders', () => import('#features/members/admin/shareholders.screen.tsx')),
  screen('/findemails', () => import('#features/members/admin/find-emails.screen.tsx')),
  withQuery(
    screen('/newMembers', () => import('#features/members/admin/new-members.screen.tsx')),
    { keys: ['from', 'to'] },
  ),
  withQuery(
    screen('/recentYollos', () => import('#features/yolos/admin/recent-yolos.screen.tsx')),
    { keys: ['from', 'to'] },
  ),
  screen(
    '/markedItemExpired',
    () => import('#features/items/reports/admin/expired-items.screen.tsx'),
  ),
  screen(
    '/markedClosedRestaurant',
    () => import('#features/restaurants/admin/closed-restaurants.screen.tsx'),
  ),
  screen(
    '/admin/corrections',
    () => import('#features/restaurants/corrections/corrections.screen.tsx'),
  ),
  withQuery(
    screen('/restaurent', () => import('#features/restaurants/admin/by-city.screen.tsx')),
    { keys: ['city'] },
  ),
  withQuery(
    screen(
      '/restaurentDetail/:id',
      () => import('#features/restaurants/admin/restaurant-detail.screen.tsx'),
    ),
    { keys: ['name'] },
  ),
  withQuery(
    screen('/itemDetails/:id', () => import('#features/dishes/admin/item-details.screen.tsx')),
    { keys: ['name'] },
  ),
  withQuery(
    screen('/offline', () => import('#features/offline/offline.screen.tsx')),
    { keys: ['to'] },
  ),
]

export const routes: RouteObject[] = [
  withQuery(
    {
      path: '/',
      loader: ({ url }) => redirect(`/home${url.search}`),
    },
    { keys: ['referrer', 'referer'] },
  ),
  {
    id: 'layout',
    Component: Layout,
    ErrorBoundary: ErrorPage,
    children: [
      {
        id: 'page',
        Component: Page,
        ErrorBoundary: ErrorPage,
        children: [...screens, { path: '*', loader: notFoundLoader, Component: NotFound }],
      },
    ],
  },
]
