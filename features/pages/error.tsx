import { type MouseEvent, useState } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { HeadTags } from '#platform/web/head.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import { reloadPage } from '#platform/web/navigation/reload-page.ts'
import { useWhenOnline } from '#platform/web/when-online.ts'
import styles from './error.module.css'
import { NotFound } from './not-found.tsx'

type Told = { code?: unknown; message?: unknown }

/** Shown in place of a page if its loader was refused or its rendering failed. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const [tries, setTries] = useState(0)
  const refused = isRouteErrorResponse(error)
  const { code, message } = ((refused ? error.data : error) ?? {}) as Told
  const offline = code === 'offline'
  useWhenOnline(offline, reloadPage)
  if (refused && error.status === 404) return <NotFound />
  const again = async (event: MouseEvent) => {
    event.preventDefault()
    if (!(await reloadPage())) setTries(tries + 1)
  }
  return (
    <div className={styles.page}>
      <HeadTags title={offline ? 'No connection' : 'Something went wrong'} noindex />
      <h1>{offline ? 'No connection' : 'That didn’t work'}</h1>
      {/* The new key makes screen readers announce the message again after another failure. */}
      <p role="alert" key={tries}>
        {(refused || offline) && typeof message === 'string'
          ? message
          : 'Something went wrong on our side. We have made a note of it.'}
      </p>
      <ul className={styles.ways}>
        <li>
          {/* A plain link, which loads the whole page again. */}
          <a href={pathname + search} onClick={(event) => void again(event)}>
            Try again
          </a>
        </li>
        {offline && (
          <li>
            <Link to="/offline">See what is on this device</Link>
          </li>
        )}
        <li>
          <Link to="/home">Go to the home page</Link>
        </li>
      </ul>
    </div>
  )
}
