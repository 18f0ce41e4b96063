import { Link, redirect, Outlet, useRouteError, type RouteObject } from 'react-router'
import { Page } from '#platform/web/head.tsx'
import { screen, useScreenData, type LoaderArgs, type ScreenModule } from '#platform/web/screen.tsx'

/** A name that would end a script element if it were written without escaping. */
export const evilName = `</script><script>alert(1)</script>\u2028<!--`
type Restaurant = { name: string }

/** The cast is needed because these pages and the call they load belong to no feature. */
const loader = ({ api, params }: LoaderArgs): Promise<Restaurant> =>
  (api as unknown as (route: string, input: object) => Promise<Restaurant>)(
    'GET /restaurants/:id',
    { id: params.id },
  )

const restaurant: ScreenModule = {
  loader,
  handle: {
    head: ({ data }) => ({ title: data.name, description: `Best of ${data.name}`, schema: data }),
  },
  Component: () => <h1>{useScreenData<typeof loader>().name}</h1>,
}

export const loaderCalls = { of: 0 }
const member: ScreenModule = {
  handle: { members: true, title: 'Mine' },
  loader: () => {
    loaderCalls.of++
    return { secret: 'of a member' }
  },
  Component: () => <h1>Secret page</h1>,
}

const drawnBroken: ScreenModule = {
  Component: () => {
    throw new Error('internal detail')
  },
}
const loadedBroken: ScreenModule = {
  loader: () => {
    throw new Error('internal detail')
  },
  Component: () => null,
}

const ErrorPage = () => {
  const { status, data } = useRouteError() as { status: number; data: { message: string } }
  return (
    <p>
      Error {status}: {data.message}
    </p>
  )
}

const lead = (to: string) => ({ Component: () => null, loader: () => redirect(to) })

/**
 * One page of every kind: with data, for members only, failing while it is rendered or loaded, and redirecting
 * elsewhere.
 */
export const routes: RouteObject[] = [
  {
    id: 'layout',
    ErrorBoundary: ErrorPage,
    Component: () => (
      <main>
        <Link to="/mine">Mine</Link>
        <Outlet />
      </main>
    ),
    children: [
      {
        id: 'page',
        Component: Page,
        ErrorBoundary: ErrorPage,
        children: [
          screen(
            '/restaurant/:id',
            Object.assign(async () => restaurant, { source: 'restaurant.screen.tsx' }),
          ),
          screen('/mine', async () => member),
          screen('/drawn-broken', async () => drawnBroken),
          screen('/loaded-broken', async () => loadedBroken),
          screen('/away', async () => lead('https://evil.example/x')),
          screen('/sly', async () => lead('http://yolo.test//evil.example/x')),
          screen('/moved', async () => lead('/restaurant/1?a=b')),
        ],
      },
    ],
  },
]
