import { Link } from '#platform/web/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import styles from './text-page.module.css'

export const handle: Handle = {
  title: 'How it works',
  description: 'Find the best dish near you, and put your own favourites on the list.',
}

export const Component = () => (
  <article className={styles.page}>
    <h1>How it works</h1>
    <h2>Find something great</h2>
    <ol className={styles.steps}>
      <li>
        <Link to="/home">Select a city</Link> and how far you would go.
      </li>
      <li>Open a category to see its ranked list: the best near you first.</li>
      <li>Refine it with the filter button: only the kinds you are in the mood for.</li>
      <li>
        Already know where you are going? <Link to="/search-restaurant">Restaurant Search</Link>{' '}
        shows what is best at that restaurant.
      </li>
    </ol>
    <h2>Have your say</h2>
    <ol className={styles.steps}>
      <li>
        <Link to="/add-yolo">Add your favorites</Link>: up to three in each category.
      </li>
      <li>Had a dish that someone else saved, and loved it? Tap to Upvote.</li>
      <li>
        Share Your Page on <Link to="/my-page">My Page</Link>, so that friends find what you would
        order.
      </li>
    </ol>
  </article>
)
