import css from './badge.module.css'

/** Unread things: 9 at most, then 9+. Nothing at 0. */
export function Badge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className={css.badge}>
      {count > 9 ? '9+' : count}
      <span className="visually-hidden"> unread</span>
    </span>
  )
}
