import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { today } from '../range/days.ts'
import css from './audit.module.css'
import { auditErrors, type AuditSearchValues, type useAuditQuery } from './use-audit-query.ts'

/** The search form of the audit. Submitting it changes the address. */
export function AuditSearch({ query }: { query: ReturnType<typeof useAuditQuery> }) {
  const [typed, setTyped] = useState(query.words)
  const [tried, setTried] = useState(query.input === null)
  const faults = tried ? auditErrors(typed) : null
  const field = (key: keyof AuditSearchValues) => ({
    value: typed[key],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [key]: target.value }),
  })
  return (
    <search>
      <form
        noValidate
        className={css.search}
        onSubmit={(event) => {
          event.preventDefault()
          const next = Object.fromEntries(
            Object.entries(typed).map(([key, text]) => [key, text.trim()]),
          ) as AuditSearchValues
          setTried(true)
          if (!auditErrors(next)) query.look(next)
        }}
      >
        <Field
          label="Who"
          hint="An id; 0 is the operator"
          inputMode="numeric"
          error={faults?.actor}
          {...field('actor')}
        />
        <Field label="Did" hint="item.delete, or item" maxLength={100} {...field('action')} />
        <Field label="To" hint="item 5, or item" maxLength={200} {...field('subject')} />
        <Field type="date" label="From" max={today()} error={faults?.from} {...field('from')} />
        <Field type="date" label="Until" max={today()} error={faults?.to} {...field('to')} />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}
