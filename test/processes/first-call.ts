import { freePort } from '#platform/server/postgres/cluster.ts'
import { client } from '#platform/testing/client.ts'
import { launchSite } from '#platform/testing/process.ts'
import { until } from '#platform/testing/until.ts'

/**
 * Starts a site, registers and searches for a city as soon as it is ready. Returns both statuses and whether a city was
 * found.
 */
export async function firstCall(env: Record<string, string>, name: string) {
  const port = await freePort()
  const site = launchSite({ ...env, PORT: String(port) })
  const { get, post } = client(`http://127.0.0.1:${port}`)
  const isReady = () =>
    get('/api/health/ready').then(
      ({ status }) => status === 200,
      () => false,
    )
  try {
    await until(
      () => {
        if (site.ended()) throw new Error(`The site did not start:\n${site.output()}`)
        return isReady()
      },
      'The site was never ready.',
      120_000,
    )
    const [registered, city] = await Promise.all([
      post('/api/register', {
        userName: name,
        email: `${name}@example.org`,
        password: 'nineteen calm otters',
      }),
      get('/api/places/cities?q=Minneapolis'),
    ])
    return [registered.status, city.status, city.body.length > 0]
  } finally {
    await site.end('SIGTERM')
  }
}
