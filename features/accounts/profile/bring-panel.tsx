import { LinkButton } from '#platform/web/ui/button.tsx'
import css from './account-page.module.css'

/** Leads to the page on which places saved in other apps become favorites. */
export const BringPanel = () => (
  <section className={css.panel} aria-labelledby="bring">
    <h2 id="bring">Bring your favorites</h2>
    <p className={css.hint}>
      Places that you saved in Google Maps, Foursquare, Yelp, Untappd or another app become your
      favorites here, those that you choose.
    </p>
    <div>
      <LinkButton variant="secondary" to="/account/bring">
        Bring your favorites
      </LinkButton>
    </div>
  </section>
)
