import css from './figures.module.css'

/** Counts, side by side. */
export const Figures = ({
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
