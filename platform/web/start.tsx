import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  RouterContextProvider,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { api } from './api/api.ts'
import { guardTranslatedPages } from './translated.ts'
import { allowSkippedTransitions } from './navigation/view-transitions.ts'
import { SiteContext } from './head.tsx'
import { trackKeyboardHeight } from './keyboard-height.ts'
import { Document } from './render/document.tsx'
import type { PageData } from './render/page-data.ts'
import { apiContext, type Handle } from './screen.tsx'
import { onSessionChange, session } from './session/session.ts'

/** Hydrates the page that the server rendered. */
export async function hydratePage(routes: RouteObject[]): Promise<void> {
  const data = document.getElementById('page-data')!.textContent
  const { site, hydration } = JSON.parse(data) as PageData

  guardTranslatedPages()
  allowSkippedTransitions()
  trackKeyboardHeight()

  // Loads the page's screens before the first render, which would otherwise differ from the server's HTML.
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy(), { lazy: undefined })
  }

  const router = createBrowserRouter(routes, {
    ...(hydration ? { hydrationData: hydration } : {}),
    getContext: () => new RouterContextProvider(new Map([[apiContext, api]])),
  })
  const page = (
    <Document data={data}>
      <SiteContext value={site}>
        <RouterProvider router={router} />
      </SiteContext>
    </Document>
  )
  startTransition(() => void hydrateRoot(document, page))

  // The server loaded the data as a visitor, so it is loaded again if it differs for members. It is also loaded again
  // when someone logs in or out, in this tab or another.
  const personal = router.state.matches.some(({ route }) => (route.handle as Handle)?.personal)
  let shown = hydration && personal ? null : session().token
  const follow = () => {
    if (session().token === shown) return
    shown = session().token
    // A page without a loader has nothing to load again. Revalidating it while a log-in navigates away would show the
    // new page under the old address.
    if (router.state.matches.some(({ route }) => route.loader)) void router.revalidate()
  }
  follow()
  onSessionChange(follow)
}
