import css from './badge.module.css'

/** Unread things: 9 at most, then 9+. Nothing at 0. `of` is read after the number ("3 unread"). */
export function Badge({ count, of = 'unread' }: { count: number; of?: string }) {
  if (count <= 0) return null
  return (
    <span className={css.badge}>
      {count > 9 ? '9+' : count}
      <span className="visually-hidden"> {of}</span>
    </span>
  )
}
