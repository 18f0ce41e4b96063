import { use, type ReactNode } from 'react'
import { SiteContext } from '#platform/web/head.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import styles from './layout.module.css'

/** The footer, with the attributions that the licenses of our places require (rules: attribution). */
export const Footer = ({ children }: { children: ReactNode }) => (
  <footer className={styles.footer}>
    <Row spread>
      <ul className="links">
        <li>
          <Link to="/about">About</Link>
        </li>
        <li>
          <Link to="/categories">Categories</Link>
        </li>
        <li>
          <Link to="/contests">Contests</Link>
        </li>
        <li>
          <Link to="/terms">Terms of use</Link>
        </li>
        <li>
          <Link to="/policy">Privacy policy</Link>
        </li>
      </ul>
      {children}
    </Row>
    <p className={styles.sources}>
      Cities from <a href="https://www.geonames.org/">GeoNames</a> (
      <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>). Restaurants from
      members, © <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>
      {' (ODbL) and the '}
      <a href="https://overturemaps.org/">Overture Maps Foundation</a>.
      <SuggestedBy />
    </p>
  </footer>
)

function SuggestedBy() {
  const { placeProviderName } = use(SiteContext)
  return placeProviderName && ` Suggestions by ${placeProviderName}.`
}
