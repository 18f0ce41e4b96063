import type { ReactNode } from 'react'
import css from './dev-ui.module.css'

/** One part with its name above. */
export const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className={css.part} aria-label={name} id={name.toLowerCase().replaceAll(' ', '-')}>
    <h2 className={css.name}>{name}</h2>
    {children}
  </section>
)
