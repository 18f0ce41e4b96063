import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Link } from '#platform/web/navigation/link.tsx'
import { pathOnSite } from '#platform/web/navigation/next-path.ts'
import { readerLocale } from '#platform/web/reader-locale.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { sessionKeeper } from './keeper.ts'
import { type Visit, type VisitKind, visitsOf } from './kept-caches.ts'
import { KeptCities } from './kept-cities.tsx'
import css from './offline.module.css'
import { timeText } from './time-text.ts'

export const handle: Handle = { title: 'On this device', browserOnly: true }

/**
 * Lists the pages on this device. It is also shown if someone without a network asks for a page that isn't among them.
 */
export function Component() {
  const [search] = useSearchParams()
  const to = pathOnSite(search.get('to'))
  // `to` is the page that couldn't be loaded, which is a sign that there is no network. `navigator.onLine` alone isn't
  // enough, because it is often true without a network.
  const isOffline = to !== null || !navigator.onLine
  useOpenOnceReached(to)
  return (
    <Content width="narrow">
      <Stack gap={5}>
        <h1>{isOffline ? 'You are offline' : 'On this device'}</h1>
        {to !== null && (
          <div>
            <p>
              The page that you asked for isn’t on this device. It opens when there is a network.
            </p>
            {/* A plain link, so that the browser loads the whole page again. */}
            <p>
              <a href={to}>Try again</a>
            </p>
          </div>
        )}
        <KeptCities />
        <KeptPages />
      </Stack>
    </Content>
  )
}

/** Opens the page as soon as the server can be reached. */
function useOpenOnceReached(to: string | null): void {
  useEffect(() => {
    if (to === null) return undefined
    const left = new AbortController()
    const { signal } = left
    const open = () =>
      void fetch(to, { method: 'HEAD', cache: 'no-store', signal }).then(
        () => location.replace(to),
        () => {},
      )
    addEventListener('online', open, { signal })
    // The network may be back before this page listens, or not quite back yet when the browser says so.
    const timer = setTimeout(open, 1000)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [to])
}

const groups: [VisitKind, string][] = [
  ['list', 'These lists are on this device'],
  ['place', 'Dishes and restaurants you looked at'],
  ['own', 'Yours'],
]

const first = ([visit]: Visit[]) => visit!

function KeptPages() {
  const { id } = useSession()
  const [found, setFound] = useState<{ of: number | null; visits: Visit[] }>()
  useEffect(() => {
    const keeper = sessionKeeper()
    const read = keeper ? visitsOf(keeper).catch(() => []) : Promise.resolve([])
    void read.then((visits) => setFound({ of: id, visits }))
  }, [id])
  if (found?.of !== id) return null
  if (found.visits.length === 0)
    return (
      <p>
        Nothing is kept on this device yet. Lists, dishes and restaurants that you look at are there
        when you are offline.
      </p>
    )
  return groups.map(([kind, heading]) => {
    const ofKind = found.visits.filter((visit) => visit.kind === kind)
    // Each tab of My Page was a visit. They share a title, so only the latest is listed.
    const visits =
      kind === 'own' ? [...Map.groupBy(ofKind, ({ title }) => title).values()].map(first) : ofKind
    return (
      visits.length > 0 && (
        <section key={kind} className={css.section} aria-labelledby={`kept-${kind}`}>
          <h2 id={`kept-${kind}`}>{heading}</h2>
          <ul className={css.pages}>
            {visits.map(({ path, title, at }) => (
              <li key={path}>
                <Link to={path}>{title}</Link>
                <span className={css.at}>{timeText(new Date(at), readerLocale())}</span>
              </li>
            ))}
          </ul>
        </section>
      )
    )
  })
}
