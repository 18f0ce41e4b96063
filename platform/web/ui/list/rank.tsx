import css from './rank.module.css'

const seal =
  'M39.6 3.8A8.5 8.5 0 0 1 52.6 11.4A8.5 8.5 0 0 1 60.2 24.4A8.5 8.5 0 0 1 60.2 39.6A8.5 8.5 0 0 1 52.6 52.6A8.5 8.5 0 0 1 39.6 60.2A8.5 8.5 0 0 1 24.4 60.2A8.5 8.5 0 0 1 11.4 52.6A8.5 8.5 0 0 1 3.8 39.6A8.5 8.5 0 0 1 3.8 24.4A8.5 8.5 0 0 1 11.4 11.4A8.5 8.5 0 0 1 24.4 3.8A8.5 8.5 0 0 1 39.6 3.8Z'

/** Shows a place in a list. Places 1 to 3 are gold, silver and bronze seals; the others have a plain style. */
export function Rank({ place, size = 'large' }: { place: number; size?: 'large' | 'small' }) {
  if (place > 3)
    return (
      <span className={css.plain}>
        <span className="visually-hidden">Rank </span>
        {place}
      </span>
    )
  return (
    <span className={css.seal} data-place={place} data-size={size}>
      <svg viewBox="-3 -3 70 70" aria-hidden="true">
        <path d={seal} />
      </svg>
      <span>
        <span className="visually-hidden">Rank </span>
        {place}
      </span>
    </span>
  )
}
