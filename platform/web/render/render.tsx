import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { preinit, preload } from 'react-dom'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  StaticRouterProvider,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router'
import { Document } from './document.tsx'
import { jsonForHtml, SiteContext } from '../head.tsx'
import type { PageSettings } from '#platform/server/settings.ts'
import type { Assets, PageData, Render, RenderedPage } from './page-data.ts'
import { apiContext, type Handle } from '../screen.tsx'

/** Renders the addresses of `routes` as a visitor sees them. `errorRoute` is the id of the route that shows errors. */
export function createRenderer(routes: RouteObject[], errorRoute: string): Render {
  const { query, dataRoutes } = createStaticHandler(routes)
  const sources = sourcesOf(dataRoutes)

  const draw = (context: StaticHandlerContext, site: PageSettings, assets: Assets) => {
    const { loaderData, errors, matches } = context
    // A shell has no hydration data. If it had some, start.tsx would treat it as a page rendered as a visitor.
    const shell = !errors && matches.some(({ route }) => isShell(route.handle))
    const data: PageData = { site, hydration: shell ? null : { loaderData, errors } }
    const screens = matches.flatMap(({ route }) => assets.preloads(sources.get(route.id) ?? ''))
    return toHtml(
      <Document data={jsonForHtml(data)} preload={() => preloadFiles(assets, screens)}>
        <SiteContext value={site}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </SiteContext>
      </Document>,
      assets.script,
    )
  }

  return async (request, api, assets, site) => {
    const requestContext = new RouterContextProvider(new Map([[apiContext, api]]))
    const context = await query(request, { requestContext })
    if (context instanceof Response) return redirected(context, request)
    request.signal.throwIfAborted()

    const id = request.headers.get('x-request-id')
    const broken = errorsIn(context, brokenPage(id))
    let html: string
    try {
      html = await draw(context, site, assets)
    } catch (error) {
      broken.push(error)
      Object.assign(context, {
        statusCode: 500,
        loaderData: {},
        errors: { [errorRoute]: brokenPage(id) },
      })
      html = await draw(context, site, assets)
    }
    return { status: context.statusCode, html, ...(broken.length ? { error: broken[0] } : {}) }
  }
}

/** Asks the browser for the page's files. Hydration doesn't expect these elements. */
function preloadFiles(assets: Assets, screens: string[]): ReactNode {
  for (const font of assets.fonts)
    preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  preinit(assets.style, { as: 'style', precedence: 'site' })
  // With low priority, because the page is readable without them.
  return [...assets.chunks, ...screens].map((chunk) => (
    <link key={chunk} rel="modulepreload" href={chunk} fetchPriority="low" />
  ))
}

/** Renders the whole page, with everything that it loads lazily, so that it needs no inline scripts. */
const toHtml = (page: ReactNode, script: string) =>
  new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      bootstrapModules: [script],
      progressiveChunkSize: Infinity,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
    })
  })

/**
 * Replaces the loaders' errors by plain data that can be written into the page. Returns the unexpected errors, which
 * are failures on our side.
 */
function errorsIn(context: StaticHandlerContext, broke: object): unknown[] {
  const broken: unknown[] = []
  for (const [id, error] of Object.entries(context.errors ?? {})) {
    if (isRouteErrorResponse(error)) {
      const { status, statusText, data } = error
      context.errors![id] = { status, statusText, data, internal: false }
    } else {
      broken.push(error)
      context.errors![id] = broke
    }
  }
  return broken
}

const isShell = ({ members, browserOnly }: Handle = {}) => Boolean(members ?? browserOnly)

// Plain data, because it is written into the page and the browser's router reads it there.
const brokenPage = (id: string | null) => ({
  status: 500,
  statusText: '',
  internal: false,
  data: {
    code: 'broken',
    message: `Something went wrong on our side. We have made a note of it.${id ? ` Tell us this number: ${id}` : ''}`,
  },
})

/** Returns the answer for a redirect, which always stays on this site (docs/safety.md, S21). */
function redirected(response: Response, request: Request): RenderedPage {
  const target = new URL(response.headers.get('location') ?? '/', request.url)
  const here = target.origin === new URL(request.url).origin
  // Two slashes at the beginning would name another host.
  const path = target.pathname.replace(/^\/+/, '/')
  const redirect = here ? path + target.search + target.hash : '/home'
  return { status: response.status, html: '', redirect }
}

/**
 * Returns the source files of the screens by route id. They are collected in advance, because the handler removes
 * `lazy`, which contains them, once it has loaded a screen.
 */
function sourcesOf(list: RouteObject[], sources = new Map<string, string>()): Map<string, string> {
  for (const { id, lazy, children } of list) {
    const source = (lazy as { source?: string } | undefined)?.source
    if (id && source) sources.set(id, source)
    if (children) sourcesOf(children, sources)
  }
  return sources
}
