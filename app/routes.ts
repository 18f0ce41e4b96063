import { redirect } from 'react-router'
import { ErrorPage, NotFound, notFoundLoader } from '#features/pages/error.tsx'
import { Layout } from '#features/pages/layout.tsx'
import { readableListingQuery } from '#features/listings/question.ts'
import { categories } from '#domain/vocabulary/categories.ts'
import type { RouteWithQuery } from '#platform/web/navigation/query-keys.ts'
import { Page } from '#platform/web/head.tsx'
import { screen, type Load } from '#platform/web/screen.tsx'

const listing = {
  keys: 'latitude longitude distanceMiles open sort city filter list cursor from view'.split(' '),
  lists: ['price', 'tags'],
  read: import.meta.env.SSR && readableListingQuery,
}

/** The pages, by their path and the query keys that they read. */
const pages: Record<string, Load> = {
  '/home?city&distanceMiles': () => import('#features/listings/home/home.screen.tsx'),
  '/eat': () => import('#features/listings/home/eat.screen.tsx'),
  '/drinks': () => import('#features/listings/home/drinks.screen.tsx'),
  '/restaurant/:id?page': () => import('#features/restaurants/restaurant.screen.tsx'),
  '/dish/:id?cursor': () => import('#features/dishes/dish.screen.tsx'),
  '/search-restaurant?city&q': () => import('#features/restaurants/search-restaurant.screen.tsx'),
  '/search?q&latitude&longitude': () => import('#features/search/search.screen.tsx'),
  '/my-page': () => import('#features/members/my-page.screen.tsx'),
  '/user/:id': () => import('#features/members/user.screen.tsx'),
  '/settings': () => import('#features/notifications/settings.screen.tsx'),
  '/notify': () => import('#features/notifications/notifications.screen.tsx'),
  '/notifications': () => import('#features/notifications/notifications.screen.tsx'),
  '/add-yolo': () => import('#features/yolos/wizard/add-yolo.screen.tsx'),
  '/start?next&referrer': () => import('#features/sign-in/start.screen.tsx'),
  '/login?next&referrer&vote': () => import('#features/sign-in/login.screen.tsx'),
  '/loginv2?next&referrer&vote': () => import('#features/sign-in/login.screen.tsx'),
  '/user-login?next&referrer&vote': () => import('#features/sign-in/login.screen.tsx'),
  '/signup?next&referrer': () => import('#features/sign-in/signup.screen.tsx'),
  '/pretend-apple?state': () => import('#features/demo/apple-stand-in/stand-in.screen.tsx'),
  '/verification-success': () => import('#features/sign-in/verification-success.screen.tsx'),
  '/logout': () => import('#features/accounts/sessions/logout.screen.tsx'),
  '/forgot-password': () => import('#features/sign-in/forgot-password.screen.tsx'),
  '/reset-password': () => import('#features/sign-in/reset-password.screen.tsx'),
  '/account': () => import('#features/accounts/profile/account.screen.tsx'),
  '/stop-weekly-mail': () => import('#features/weekly-mail/stop-weekly-mail.screen.tsx'),
  '/change-identity': () => import('#features/accounts/profile/change-identity.screen.tsx'),
  '/about': () => import('#features/pages/about.screen.tsx'),
  '/faq': () => import('#features/pages/faq.screen.tsx'),
  '/terms': () => import('#features/pages/legal/terms.screen.tsx'),
  '/policy': () => import('#features/pages/legal/policy.screen.tsx'),
  '/contest1': () => import('#features/contests/contest.screen.tsx'),
  '/contest2': () => import('#features/contests/contest.screen.tsx'),
  '/contests': () => import('#features/contests/contests.screen.tsx'),
  '/contests/:id': () => import('#features/contests/contest.screen.tsx'),
  '/admin/contests': () => import('#features/contests/admin-contests.screen.tsx'),
  '/admin/contests/:id': () => import('#features/contests/admin-contest.screen.tsx'),
  '/contest_disclaimer_and_conditions': () => import('#features/contests/conditions.screen.tsx'),
  '/admin?from&to': () => import('#features/admin/admin.screen.tsx'),
  '/admin/queue?kind&state&cursor': () => import('#features/moderation/queue.screen.tsx'),
  '/admin/members?q': () => import('#features/members/admin/members.screen.tsx'),
  '/admin/members/:id': () => import('#features/members/admin/member.screen.tsx'),
  '/admin/audit?actor&subject&action&from&to': () => import('#features/admin/audit.screen.tsx'),
  '/admin/merge?kind&goes&stays': () => import('#features/merging/merge.screen.tsx'),
  '/shareholders': () => import('#features/members/admin/shareholders.screen.tsx'),
  '/findemails': () => import('#features/members/admin/find-emails.screen.tsx'),
  '/newMembers?from&to': () => import('#features/members/admin/new-members.screen.tsx'),
  '/recentYollos?from&to': () => import('#features/yolos/admin/recent-yolos.screen.tsx'),
  '/markedItemExpired': () => import('#features/items/reports/admin/expired-items.screen.tsx'),
  '/markedClosedRestaurant': () =>
    import('#features/restaurants/admin/closed-restaurants.screen.tsx'),
  '/admin/corrections': () => import('#features/restaurants/corrections/corrections.screen.tsx'),
  '/restaurent?city': () => import('#features/restaurants/admin/by-city.screen.tsx'),
  '/restaurentDetail/:id?name': () =>
    import('#features/restaurants/admin/restaurant-detail.screen.tsx'),
  '/itemDetails/:id?name': () => import('#features/dishes/admin/item-details.screen.tsx'),
  '/offline?to': () => import('#features/offline/offline.screen.tsx'),
}

const screens = [
  ...Object.entries(pages).map(([address, load]) => {
    const [path = '', keys] = address.split('?')
    return screen(path, load, { keys: keys?.split('&') })
  }),
  screen('/categories', () => import('#features/listings/category/categories.screen.tsx'), {
    ...listing,
    lists: ['category', ...listing.lists],
  }),
  ...categories.map(({ slug }) =>
    screen(
      `/${slug}/:citySlug?`,
      () => import('#features/listings/category/category.screen.tsx'),
      listing,
    ),
  ),
]

/** All pages of the site, used by browser and server. Each screen's code is loaded when the screen is first shown. */
export const routes: RouteWithQuery[] = [
  {
    path: '/',
    loader: ({ url }) => redirect(`/home${url.search}`),
    query: { keys: ['referrer', 'referer'] },
  },
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
