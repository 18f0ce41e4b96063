import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { ApiError } from '#platform/web/api/api.ts'
import { HeadTags } from '#platform/web/head.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import { pageNotFound } from '#platform/web/navigation/not-found.ts'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import styles from './error.module.css'

/** Shown in place of a page if its loader was refused or its rendering failed. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const refusal = isRouteErrorResponse(error) ? error : null
  if (refusal?.status === 404) return <NotFound />
  const { code, message } = (error instanceof ApiError ? error : (refusal?.data ?? {})) as {
    code?: unknown
    message?: unknown
  }
  const offline = code === 'offline'
  return (
    <Plate>
      <HeadTags title={offline ? 'No connection' : 'Something went wrong'} noindex />
      <h1>{offline ? 'No connection' : 'That didn’t work'}</h1>
      <p role="alert">
        {typeof message === 'string'
          ? message
          : 'Something went wrong on our side. We have made a note of it.'}
      </p>
      <ul className="links">
        <li>
          {/* A plain link, which loads the whole page again. */}
          <a href={pathname + search}>Try again</a>
        </li>
        <li>
          <Link to="/home">Go to the home page</Link>
        </li>
      </ul>
    </Plate>
  )
}

const Plate = ({ children }: { children: ReactNode }) => (
  <Content width="narrow">
    <Stack>{children}</Stack>
  </Content>
)

/** The loader for URLs that no page has. */
export const notFoundLoader = () => {
  throw pageNotFound()
}

export const NotFound = () => (
  <Plate>
    <HeadTags title="Not found" noindex />
    <p className={styles.mark} aria-hidden="true">
      404
    </p>
    <h1>This plate is empty</h1>
    <p>
      We looked everywhere: there is no page at this address. It may have moved or been deleted.
    </p>
    <ul className="links">
      <li>
        <Link to="/home">Find the best dishes near you</Link>
      </li>
      <li>
        <Link to="/search-restaurant">Search for a restaurant</Link>
      </li>
      <li>
        <Link to="/faq">How it works</Link>
      </li>
    </ul>
  </Plate>
)
