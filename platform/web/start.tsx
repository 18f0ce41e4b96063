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
import { SiteContext } from './head.tsx'
import { Hydrated } from './hydrated.tsx'
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
        <Hydrated>
          <RouterProvider router={router} />
        </Hydrated>
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

/**
 * Browsers that translate a page replace its texts by other nodes, and React then removes nodes, or inserts next to
 * nodes, that are no longer there. Without this guard it would throw and leave an empty page (react#11538).
 */
function guardTranslatedPages(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T
  }
}

/**
 * Lets the browser skip a page's transition without an error, as it does if the page takes over 4 s to change or is
 * hidden. The router, which starts the transitions, leaves their `ready` promise unhandled.
 */
function allowSkippedTransitions(): void {
  addEventListener('unhandledrejection', (event) => {
    const { name, message } = (event.reason ?? {}) as { name?: unknown; message?: unknown }
    if (name === 'AbortError' || name === 'TimeoutError' || name === 'InvalidStateError')
      if (/transition/i.test(String(message))) event.preventDefault()
  })
}

/**
 * Tells style sheets how much of the page an on-screen keyboard covers (`--keyboard`). Android makes the page smaller
 * instead (`interactive-widget` in render/document.tsx), so this is for iOS, where a dialog at the bottom would be behind it.
 */
function trackKeyboardHeight() {
  const visible = window.visualViewport
  visible?.addEventListener('resize', () => {
    // Zooming in makes the visible part smaller too.
    const covered = visible.scale === 1 ? Math.max(0, innerHeight - visible.height) : 0
    document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`)
  })
}
