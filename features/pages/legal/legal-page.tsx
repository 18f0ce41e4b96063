import type { ReactNode } from 'react'
import styles from './legal-page.module.css'

export type Section = { id: string; title: string; body: ReactNode }

/** A long text to look things up in: its parts listed beside it, or above it on a phone. */
export const LegalPage = ({
  title,
  updated,
  children,
  sections,
}: {
  title: string
  updated?: { date: string; words: string }
  children: ReactNode
  sections: readonly Section[]
}) => (
  <article className={styles.page}>
    <header className={styles.head}>
      <h1>{title}</h1>
      {updated && (
        <p className={styles.updated}>
          Last updated <time dateTime={updated.date}>{updated.words}</time>
        </p>
      )}
      <div className={styles.lead}>{children}</div>
    </header>
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents">On this page</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
    <div className={styles.text}>
      {sections.map(({ id, title, body }) => (
        <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {body}
        </section>
      ))}
    </div>
  </article>
)
