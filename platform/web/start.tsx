import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  RouterContextProvider,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { api, offline } from './api/api.ts'
import { hasJustChanged } from './navigation/recent-change.ts'
import { forceRevalidation } from './navigation/forced-revalidation.ts'
import { reloadPage } from './navigation/reload-page.ts'
import { ReplayEarlyClicks } from './early-clicks.ts'
import { callRoute } from './api/use-load.ts'
import { SiteContext } from './head.tsx'
import type { PageData } from './render/page-data.ts'
import { apiContext, type Handle } from './screen.tsx'
import { onSession, session } from './session.ts'

/** Takes over the page that the server drew. */
export async function start(routes: RouteObject[]): Promise<void> {
  const { site, hydration } = JSON.parse(
    document.getElementById('page-data')!.textContent,
  ) as PageData

  // A newer build has replaced this screen: the page is reloaded, once. Or the line is gone: that is said.
  addEventListener('vite:preloadError', ({ payload }) => {
    const { code, message } = offline()
    Object.assign(payload, { code, message })
    const last = Number(sessionStorage.getItem('reloadedAt'))
    if (Date.now() - last < 10_000) return
    void reloadPage().then(
      (reloads) => reloads && sessionStorage.setItem('reloadedAt', String(Date.now())),
    )
  })

  // The first render must find its screens there, or it would differ from what the server sent.
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy(), { lazy: undefined })
  }

  const router = createBrowserRouter([...routes, callRoute], {
    ...(hydration ? { hydrationData: hydration } : {}),
    getContext: () => new RouterContextProvider(new Map([[apiContext, api]])),
  })

  // In pieces, so that the page answers meanwhile.
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <SiteContext value={site}>
        <RouterProvider router={router} />
        <ReplayEarlyClicks />
      </SiteContext>,
    )
  })

  // The server asked as a visitor; and when someone logs in or out, in this tab or another, all is asked again.
  const personal = router.state.matches.some(({ route }) => (route.handle as Handle)?.personal)
  let shown = hydration && (personal || hasJustChanged()) ? null : session().token
  const follow = () => {
    if (session().token === shown) return
    shown = session().token
    // A page without data has nothing to ask again; and revalidating while a log-in leads away would
    // show the new page under the old address.
    if (router.state.matches.some(({ route }) => route.loader))
      void forceRevalidation(() => router.revalidate())
  }
  follow()
  onSession(follow)
}
