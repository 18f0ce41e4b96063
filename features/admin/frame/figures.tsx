import css from './figures.module.css'

/** Counts with their names, side by side. Shows '…' for a count that is still loading. */
export const StatList = ({
  figures,
}: {
  figures: readonly (readonly [words: string, count: number | undefined])[]
}) => (
  <dl className={css.figures}>
    {figures.map(([words, count]) => (
      <div key={words} className={css.figure}>
        <dt>{words}</dt>
        <dd>{count?.toLocaleString('en') ?? '…'}</dd>
      </div>
    ))}
  </dl>
)
