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
    <h2 id="rank">How a rank comes about</h2>
    <p>
      Only what members do makes a rank, and nobody can pay for a place: there is no paid placement,
      no advertisement and no secret weight. More upvotes come first. Of two dishes with as many,
      the one that more members saved; then the one that was saved last. Where our team adjusted a
      number, ‘Why this rank’ on each dish says so, with the day and the difference.
    </p>
    <h2 id="held-back">What is held back, and why</h2>
    <ul>
      <li>
        Upvotes of a member who didn’t confirm their e-mail address within 7 days, until they do.
      </li>
      <li>
        All that a member counts for, upvotes, favorites and reports, while that member is held:
        because their account looks like one of many of the same person, or like part of a ring that
        votes for itself. Nothing of it is deleted, and all of it counts again when they are
        released.
      </li>
      <li>
        Who is held reads why on <Link to="/my-page">My Page</Link> and can answer; a person reads
        the answer. Nobody else is told. How much of a dish’s upvotes is set aside stands in ‘Why
        this rank’, without names.
      </li>
    </ul>
  </article>
)
