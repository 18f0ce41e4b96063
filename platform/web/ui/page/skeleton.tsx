import css from './skeleton.module.css'

export type SkeletonProps = {
  shape?: 'line' | 'title' | 'photo' | 'button'
  lines?: number
}

/** A placeholder for content that is loading. It is invisible for the first 150 ms. */
export function Skeleton({ shape = 'line', lines = 1 }: SkeletonProps) {
  return (
    <span className={css.several} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={css.bone} data-shape={shape} />
      ))}
    </span>
  )
}

const awaited = 3

/** Placeholders for cards that are loading. Screen readers announce 'Loading…' only once. */
export function CardSkeletons() {
  return (
    <div className={css.cards}>
      <output className="visually-hidden">Loading…</output>
      {Array.from({ length: awaited }, (_, card) => (
        <div key={card} className={css.card} aria-hidden="true">
          <Skeleton shape="photo" />
          <div className={css.text}>
            <Skeleton shape="title" />
            <Skeleton lines={2} />
            <Skeleton shape="button" />
          </div>
        </div>
      ))}
    </div>
  )
}
