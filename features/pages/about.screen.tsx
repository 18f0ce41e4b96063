import { Link } from '#platform/web/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { Contact } from './contact.tsx'
import styles from './text-page.module.css'

export const handle: Handle = {
  title: 'About',
  description: 'Yolo tells you where to get the tastiest food in town in two clicks.',
}

export const Component = () => (
  <article className={styles.page}>
    <h1>The tastiest food in town, in two clicks</h1>
    <p className={styles.lead}>
      Yolo tells you where to get it: pick a city, pick a category, and there is the best dish near
      you.
    </p>
    <p>
      Every rank comes from people who eat there. Each member names at most three favorites per
      category, so a favorite here means something; everyone else’s upvotes decide which of them
      stand on top.
    </p>
    <p>
      <Link to="/faq">See how it works</Link>
    </p>
    <h2>The small print and us</h2>
    <ul>
      <li>
        <Link to="/terms">Terms of use</Link>
      </li>
      <li>
        <Link to="/policy">Privacy policy</Link>
      </li>
      <li>
        <Contact>Contact us by e-mail</Contact>
      </li>
    </ul>
  </article>
)
