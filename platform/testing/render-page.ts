import { routes } from '#app/routes.ts'
import type { RunCall } from '#platform/contract/wire.ts'
import type { DistanceUnit } from '#platform/text/distance.ts'
import { createRenderer } from '#platform/web/render/render.tsx'
import type { TestApp } from './app.ts'

const render = createRenderer(routes, 'page')

/** Returns a function that sends a page's calls to the app over HTTP, as a visitor. */
export const visitorCalls = (app: TestApp) =>
  (async (route: string, input: Record<string, unknown>) => {
    const rest = { ...input }
    const path = route.replace('GET ', '/api').replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const query = Object.entries(rest).filter(([, value]) => value !== undefined)
    const { status, body } = await app.get(
      `${path}?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`,
    )
    if (status >= 400) throw Object.assign(new Error(body.message), { status, code: body.error })
    return body
  }) as RunCall

/** Renders a page as the server does for a visitor, without a build. */
export const renderPage = async (
  app: TestApp,
  path: string,
  { distanceUnit = 'mi' }: { distanceUnit?: DistanceUnit } = {},
) =>
  (await render(
    new Request(`http://yolo.test${path}`),
    visitorCalls(app),
    { style: '/style.css', fonts: [], script: '/web.js', chunks: [], preloads: () => [] },
    {
      origin: 'http://yolo.test',
      contact: 'hello@yolo.test',
      social: [],
      apple: null,
      placeProviderName: null,
      mapHosts: [],
      distanceUnit,
    },
  )) as { html: string; status: number; redirect?: string }
