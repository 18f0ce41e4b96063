import type { ComponentType } from 'react'
import {
  createContext,
  data,
  Navigate,
  redirect,
  replace,
  useLoaderData,
  useLocation,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from 'react-router'
import { type Api, type ApiError, offlineError } from './api/api.ts'
import css from './screen.module.css'
import type { GetHeadContent } from './head.tsx'
import { session, useSession } from './session/session.ts'
import { useHydrated } from './hydrated.tsx'
import { loginPathReturningTo } from './navigation/next-path.ts'
import type { Query, RouteWithQuery } from './navigation/query-keys.ts'

/** How loaders make calls: by fetch in the browser, in process and as a visitor on the server. */
export const apiContext = createContext<Api>()

export type LoaderArgs = LoaderFunctionArgs & { api: Api }

export type Handle = {
  /** The title of the tab, without the product's name. */
  title?: string
  description?: string
  /** Returns the title, description and so on from the loader's data. */
  head?: GetHeadContent
  /** The server sends an empty shell. A visitor is sent to the start page and, after logging in, back to this page. */
  members?: boolean
  /** The server sends an empty shell, and anyone may see the page. */
  browserOnly?: boolean
  /** The loader's data differs for members, so a member's browser runs the loader again. */
  personal?: boolean
  /** The page has its own logo, so the layout doesn't show another one. */
  ownLogo?: boolean
}

/** The exports of a `*.screen.tsx` file. */
export type ScreenModule = {
  Component: ComponentType
  loader?: (args: any) => unknown
  handle?: Handle
  shouldRevalidate?: ShouldRevalidateFunction
}

/** Loads a page's code. The build for the server fills in the file's name, for preloading. */
export type Load = (() => Promise<ScreenModule>) & { source?: string }

/** Returns the route of a page, whose code is loaded on demand. */
export const screen = (path: string, load: Load, query: Query = {}): RouteWithQuery => ({
  path,
  query,
  source: load.source,
  lazy: async () => routeOf(await loaded(load)),
})

/** The content that the server sends for a page that only the browser can render. */
export const LoadingShell = () => <output className={css.waiting}>Loading…</output>

/** Wraps a screen that only the browser can render. If it is for `members`, a visitor is sent to the start page. */
const browserOnly = (Screen: ComponentType, members = false) =>
  function BrowserOnly() {
    const { isLogged } = useSession()
    const location = useLocation()
    if (!useHydrated()) return <LoadingShell />
    return !members || isLogged ? (
      <Screen />
    ) : (
      <Navigate to={loginPathReturningTo(location)} replace />
    )
  }

/** With a network, a newer build must have replaced the screen's code, so the page is reloaded, but not twice in a row. */
async function loaded(load: () => Promise<ScreenModule>): Promise<ScreenModule> {
  try {
    return await load()
  } catch (error) {
    if (import.meta.env.SSR) throw error
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const isJustReloaded = opened?.type === 'reload' && performance.now() < 10_000
    if (!navigator.onLine || isJustReloaded) throw offlineError()
    location.reload()
    return new Promise(() => {})
  }
}

function routeOf({ Component, loader, handle = {}, shouldRevalidate }: ScreenModule) {
  const rest = { handle, ...(shouldRevalidate ? { shouldRevalidate } : {}) }
  if (!handle.members && !handle.browserOnly)
    return { ...rest, Component, ...(loader ? { loader: guarded(loader) } : {}) }
  return {
    ...rest,
    Component: browserOnly(Component, handle.members),
    HydrateFallback: LoadingShell,
    ...(loader && !import.meta.env.SSR ? { loader: guarded(loader, handle) } : {}),
  }
}

/**
 * Wraps a loader so that a refused call gives the page the refusal's status, code and text, both on the server and in
 * the browser.
 */
function guarded(loader: (args: LoaderArgs) => unknown, handle: Handle = {}) {
  return async (args: LoaderFunctionArgs) => {
    const isInHistory = !import.meta.env.SSR && isInAddressBar(args.url)
    const lead = isInHistory ? replace : redirect
    if (handle.members && !session().isLogged) throw lead(loginPathReturningTo(args.url))
    const call = args.context.get(apiContext)
    const { signal } = args.request
    const api: Api = (route, input, options) => call(route, input, { signal, ...options })
    try {
      return (await loader({ ...args, api })) ?? null
    } catch (error) {
      const to = error instanceof Response && error.headers.get('Location')
      if (to && isInHistory) throw replace(to)
      const { status, code, message } = error as Partial<ApiError>
      if (typeof status !== 'number' || typeof code !== 'string') throw error
      throw data({ code, message }, { status: status || 503 })
    }
  }
}

/**
 * Whether the page has its entry in the history before it is loaded: after Back, and when it was opened by its address.
 * A redirect then replaces this entry, because each Back would lead to the redirect again.
 */
const isInAddressBar = ({ pathname, search }: URL) =>
  pathname + search === location.pathname + location.search

/** Returns the data of this screen's loader: `useScreenData<typeof loader>()`. */
export const useScreenData = <L extends (args: any) => unknown>() =>
  useLoaderData() as Awaited<ReturnType<L>>
