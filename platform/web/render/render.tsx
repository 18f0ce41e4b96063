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
import { documentOf } from './document.ts'
import { SiteContext } from '../head.tsx'
import type { SiteFacts } from '#platform/server/settings.ts'
import type { PageData, Render, Rendered } from './page-data.ts'
import { apiContext, type Handle } from '../screen.tsx'
import { ReplayEarlyClicks } from '../early-clicks.ts'

/** Draws any address of `routes` as a visitor sees it; `errorRoute` is the id of the route that shows a broken page. */
export function renderer(routes: RouteObject[], errorRoute: string): Render {
  const { query, dataRoutes } = createStaticHandler(routes)
  const sources = sourcesOf(dataRoutes)

  const draw = (context: StaticHandlerContext, site: SiteFacts) =>
    renderToString(
      <SiteContext value={site}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
        {/* As in the browser: ids hang on what stands beside. */}
        <ReplayEarlyClicks />
      </SiteContext>,
    )

  return async (request, api, assets, site) => {
    const requestContext = new RouterContextProvider(new Map([[apiContext, api]]))
    const context = await query(request, { requestContext })
    if (context instanceof Response) return redirected(context, request)

    const id = request.headers.get('x-request-id')
    const broken = errorsIn(context, brokenPage(id))
    let content: string
    try {
      content = draw(context, site)
    } catch (error) {
      broken.push(error)
      Object.assign(context, {
        statusCode: 500,
        loaderData: {},
        errors: { [errorRoute]: brokenPage(id) },
      })
      content = draw(context, site)
    }
    const { loaderData, errors, matches } = context
    // A shell goes out bare: data for hydrating would make a reload look like a visitor's.
    const shell = !errors && matches.some(({ route }) => isShell(route.handle))
    const page: PageData = { site, hydration: shell ? null : { loaderData, errors } }
    const preloads = matches.flatMap(({ route }) => assets.preloads(sources.get(route.id) ?? ''))
    return {
      status: context.statusCode,
      html: documentOf(content, page, assets, preloads),
      ...(broken.length ? { error: broken[0] } : {}),
    }
  }
}

/** Makes the errors of the loaders fit for the page, and returns those that are faults of ours. */
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

// Plain data: it is written into the page and read back by the browser's router.
const brokenPage = (id: string | null) => ({
  status: 500,
  statusText: '',
  internal: false,
  data: {
    code: 'broken',
    message: `Something went wrong on our side. We have made a note of it.${id ? ` Tell us this number: ${id}` : ''}`,
  },
})

/** A redirect stays on this site (S21). */
function redirected(response: Response, request: Request): Rendered {
  const target = new URL(response.headers.get('location') ?? '/', request.url)
  const here = target.origin === new URL(request.url).origin
  // Two slashes at the beginning would name another host.
  const path = target.pathname.replace(/^\/+/, '/')
  const redirect = here ? path + target.search + target.hash : '/home'
  return { status: response.status, html: '', redirect }
}

/** The source files of the screens; the handler forgets `lazy`, and them, once a screen is loaded. */
function sourcesOf(list: RouteObject[], sources = new Map<string, string>()): Map<string, string> {
  for (const { id, lazy, children } of list) {
    const source = (lazy as { source?: string } | undefined)?.source
    if (id && source) sources.set(id, source)
    if (children) sourcesOf(children, sources)
  }
  return sources
}
