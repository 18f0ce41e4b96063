import type { ReactNode } from 'react'
import { Markdown } from '../markdown.tsx'
import styles from './legal-page.module.css'

const heading = /^(.+) \{#([\w-]+)\}\n/

/** A long text with a list of its sections next to it, or above it on a phone. */
export function LegalPage({ text, updated }: { text: string; updated?: ReactNode }) {
  const [first = '', ...rest] = text.split(/^## /m)
  const [title, ...lead] = first.split('\n')
  const sections = rest.map((section) => {
    const [, title, id] = heading.exec(section)!
    return { id, title, body: section.replace(heading, '') }
  })
  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <h1>{title!.replace('# ', '')}</h1>
        {updated && <p className="quiet">Last updated {updated}</p>}
        <div className={styles.lead}>
          <Markdown text={lead.join('\n')} />
        </div>
      </header>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 id="contents">On this page</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className="lone-link">
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        {sections.map(({ id, title, body }) => (
          <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Markdown text={body} />
          </section>
        ))}
      </div>
    </article>
  )
}
