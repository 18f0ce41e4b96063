import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  StaticRouterProvider,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router'
import { ReplayEarlyClicks } from '../hydration/early-clicks.ts'
import { IdScope } from '../ids.tsx'
import { renderDocument } from './document.ts'
import { HeadContext, SiteContext, type CollectedHead } from '../head.tsx'
import type { PageSettings } from '#platform/server/settings.ts'
import type { PageData, Render, RenderedPage } from './page-data.ts'
import { apiContext, type Handle } from '../screen.tsx'

/** Renders the addresses of `routes` as a visitor sees them. `errorRoute` is the id of the route that shows errors. */
export function createRenderer(routes: RouteObject[], errorRoute: string): Render {
  const { query, dataRoutes } = createStaticHandler(routes)
  const sources = sourcesOf(dataRoutes)

  const draw = (context: StaticHandlerContext, site: PageSettings) => {
    const head: CollectedHead = { title: '', tags: [] }
    const content = renderToString(
      <HeadContext value={head}>
        <SiteContext value={site}>
          <IdScope>
            <StaticRouterProvider
              router={createStaticRouter(dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </IdScope>
          {/* Rendered as in the browser, because React's ids depend on the neighboring components. */}
          <ReplayEarlyClicks />
        </SiteContext>
      </HeadContext>,
    )
    return { head, content }
  }

  return async (request, api, assets, site, turn) => {
    const requestContext = new RouterContextProvider(new Map([[apiContext, api]]))
    const context = await query(request, { requestContext })
    if (context instanceof Response) return redirected(context, request)
    await turn?.()
    request.signal.throwIfAborted()

    const id = request.headers.get('x-request-id')
    const broken = errorsIn(context, brokenPage(id))
    let drawn: ReturnType<typeof draw>
    try {
      drawn = draw(context, site)
    } catch (error) {
      broken.push(error)
      Object.assign(context, {
        statusCode: 500,
        loaderData: {},
        errors: { [errorRoute]: brokenPage(id) },
      })
      drawn = draw(context, site)
    }
    const { loaderData, errors, matches } = context
    // A shell has no hydration data. If it had some, start.tsx would treat it as a page rendered as a visitor.
    const shell = !errors && matches.some(({ route }) => isShell(route.handle))
    const page: PageData = { site, hydration: shell ? null : { loaderData, errors } }
    const preloads = matches.flatMap(({ route }) => assets.preloads(sources.get(route.id) ?? ''))
    return {
      status: context.statusCode,
      html: renderDocument(drawn, page, assets, preloads),
      ...(broken.length ? { error: broken[0] } : {}),
    }
  }
}

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
