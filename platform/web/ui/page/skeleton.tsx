import css from './skeleton.module.css'

/** Placeholder lines for a text that is loading. They are invisible for the first 150 ms. */
export const Skeleton = ({ lines }: { lines: number }) => (
  <span className={css.lines} aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className={css.line} />
    ))}
  </span>
)
