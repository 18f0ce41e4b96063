import { Markdown } from './markdown.tsx'
import css from './text-page.module.css'

/** A page with a short text. */
export const TextPage = ({ text }: { text: string }) => (
  <article className={css.page}>
    <Markdown text={text} />
  </article>
)
