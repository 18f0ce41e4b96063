import { HeadTags } from '#platform/web/head.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import { pageNotFound } from '#platform/web/navigation/not-found.ts'
import styles from './error.module.css'

/** The loader for URLs that no page has. */
export const notFoundLoader = () => {
  throw pageNotFound()
}

export const NotFound = () => (
  <div className={styles.page}>
    <HeadTags title="Not found" noindex />
    <p className={styles.mark} aria-hidden="true">
      404
    </p>
    <h1>This plate is empty</h1>
    <p>
      We looked everywhere: there is no page at this address. It may have moved or been deleted.
    </p>
    <ul className={styles.ways}>
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
  </div>
)
