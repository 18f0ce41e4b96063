import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { pathOnSite } from '#platform/web/navigation/next-path.ts'
import { api } from '#platform/web/api/api.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'

export const handle: Handle = { title: 'You are offline', browserOnly: true }

/** The service worker shows this page in place of one that could be neither fetched nor found on the device. */
export function Component() {
  const [search] = useSearchParams()
  const to = pathOnSite(search.get('to')) ?? '/home'
  useEffect(() => {
    // Asks again and again, because the first requests of a network that is back may still fail.
    const timer = setInterval(() => {
      if (!navigator.onLine) return
      api('GET /health/live', {}).then(
        () => location.replace(to),
        () => {},
      )
    }, 2_000)
    return () => clearInterval(timer)
  }, [to])
  return (
    <Content width="narrow">
      <Stack gap={5}>
        <h1>You are offline</h1>
        <p>
          This page opens when there is a network. Pages that you opened lately open without one.
        </p>
        <p>
          {/* A plain link, so that the browser loads the whole page. */}
          <a className="lone-link" href={to}>
            Try again
          </a>
        </p>
      </Stack>
    </Content>
  )
}
