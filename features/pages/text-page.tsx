import { Markdown } from './markdown.tsx'
import css from './text-page.module.css'

/** A short text to be read through. */
export const TextPage = ({ text }: { text: string }) => (
  <article className={css.page}>
    <Markdown text={text} />
  </article>
)
