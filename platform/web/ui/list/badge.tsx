import css from './badge.module.css'

/** Shows the number of things, or 9+ if there are more than 9. Renders nothing for 0. */
export function Badge({ count, what }: { count: number; what: 'unread' | 'chosen' }) {
  if (count <= 0) return null
  return (
    <span className={css.badge}>
      {count > 9 ? '9+' : count}
      <span className="visually-hidden"> {what}</span>
    </span>
  )
}
