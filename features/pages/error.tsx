import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { HeadTags } from '#platform/web/head.tsx'
import { Link } from '#platform/web/link.tsx'
import styles from './error.module.css'
import { NotFound } from './not-found.tsx'

/** What is shown in a page's place when its loader was refused or its drawing broke. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const refused = isRouteErrorResponse(error)
  if (refused && error.status === 404) return <NotFound />
  const { code, message } = (refused ? error.data : null) ?? {}
  const offline = code === 'offline'
  return (
    <div className={styles.page}>
      <HeadTags title={offline ? 'No connection' : 'Something went wrong'} noindex />
      <h1>{offline ? 'No connection' : 'That didn’t work'}</h1>
      <p role="alert">
        {typeof message === 'string'
          ? message
          : 'Something went wrong on our side. We have made a note of it.'}
      </p>
      <ul className={styles.ways}>
        <li>
          {/* A plain link: the whole page is asked for again. */}
          <a href={pathname + search}>Try again</a>
        </li>
        <li>
          <Link to="/home">Go to the home page</Link>
        </li>
      </ul>
    </div>
  )
}
