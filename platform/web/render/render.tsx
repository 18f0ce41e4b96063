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
  type StaticHandlerContext,
} from 'react-router'
import { Document } from './document.tsx'
import { jsonForHtml, SiteContext } from '../head.tsx'
import type { PageSettings } from '#platform/server/settings.ts'
import { pathOnSite } from '../navigation/next-path.ts'
import type { RouteWithQuery } from '../navigation/query-keys.ts'
import type { Assets, PageData, Render } from './page-data.ts'
import { apiContext, type Handle } from '../screen.tsx'

/** Renders the addresses of `routes` as a visitor sees them. `errorRoute` is the id of the route that shows errors. */
export function createRenderer(routes: RouteWithQuery[], errorRoute: string): Render {
  const { query, dataRoutes } = createStaticHandler(routes)

  const draw = (context: StaticHandlerContext, site: PageSettings, assets: Assets) => {
    const { loaderData, errors, matches } = context
    // A shell has no hydration data. If it had some, start.tsx would treat it as a page rendered as a visitor.
    const shell = !errors && matches.some(({ route }) => isShell(route.handle))
    const data: PageData = { site, hydration: shell ? null : { loaderData, errors } }
    const screens = matches.flatMap(({ route }: { route: RouteWithQuery }) =>
      route.source ? assets.preloads(route.source) : [],
    )
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
    if (context instanceof Response) {
      // Always stays on this site (docs/safety.md, S21).
      const redirect = pathOnSite(context.headers.get('location')) ?? '/home'
      return { status: context.status, html: '', redirect }
    }
    request.signal.throwIfAborted()

    const fault = faultPage(request.headers.get('x-request-id'))
    const errors = Object.entries(context.errors ?? {})
    const unexpected = errors.filter(([, error]) => !isRouteErrorResponse(error))
    for (const [id] of unexpected) context.errors![id] = fault
    const [[, error] = []] = unexpected
    try {
      return { status: context.statusCode, html: await draw(context, site, assets), error }
    } catch (thrown) {
      Object.assign(context, { statusCode: 500, loaderData: {}, errors: { [errorRoute]: fault } })
      return { status: 500, html: await draw(context, site, assets), error: error ?? thrown }
    }
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

const isShell = ({ members, browserOnly }: Handle = {}) => Boolean(members ?? browserOnly)

/** Plain data in place of an unexpected error, because it is written into the page and the browser's router reads it. */
const faultPage = (id: string | null) => ({
  status: 500,
  statusText: '',
  internal: false,
  data: {
    code: 'broken',
    message: `Something went wrong on our side. We have made a note of it.${id ? ` Tell us this number: ${id}` : ''}`,
  },
})
