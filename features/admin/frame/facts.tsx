import type { ReactNode } from 'react'
import css from './facts.module.css'

/** A list of names and values. Facts with a falsy value are left out. */
export const FactList = ({ facts }: { facts: readonly (readonly [name: string, ReactNode])[] }) => (
  <dl className={css.facts}>
    {facts
      .filter(([, value]) => Boolean(value))
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
