import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { shortcutsEnabled } from '#platform/web/keyboard-shortcuts.ts'
import { useStored } from '#platform/web/stored.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { ShortcutsDialog } from '#platform/web/ui/overlay/shortcuts-dialog.tsx'
import { DataTable } from '#features/admin/table/data-table.tsx'
import { paged, useAllRows } from '#features/admin/table/use-all-rows.ts'
import { columnsOf, Deciding, decisionsOf } from './columns.tsx'
import { keyWords } from './keys.ts'
import { maxReasonLength, type QueueDecision, type QueueKindName } from './limits.ts'
import css from './queue.module.css'
import { useDecisions } from './use-decisions.ts'
import { useSteadyOrder } from './use-steady-order.ts'
import { textsFor, type Case, type CaseState } from './case.ts'

const list = paged({
  route: 'GET /admin/queue',
  rows: ({ items }): Case[] => items,
  next: ({ cursor }) => cursor,
})
/** With fewer rows than this left the next page is fetched. */
const few = 30

const empty = { open: 'Nothing waits for a decision.', decided: 'Nothing was decided yet.' }

export function QueueList({ kind, state }: { kind: QueueKindName | undefined; state: CaseState }) {
  const area = useRef<HTMLDivElement>(null)
  /** Whose row gets the focus as soon as it is there; null: nobody's, '' the list's itself. */
  const wanted = useRef<string | null>(null)
  const [typed, setTyped] = useState('')
  const [helping, setHelping] = useState(false)
  const letters = useStored(shortcutsEnabled)

  const { gone, decide, undo } = useDecisions({
    leaves: (is) => (state === 'open' ? is !== 'open' : is === 'open'),
    onBack([first], words) {
      wanted.current = first!.id
      setTyped((now) => now || words)
    },
  })
  const source = useAllRows(list, { kind, state })
  const steady = useSteadyOrder(source.rows)
  const rows = useMemo(() => steady?.filter(({ id }) => !gone.has(id)), [steady, gone])
  const { more, loading, error, loadMore } = source
  const short = more && !loading && !error && (rows?.length ?? few) < few
  useEffect(() => {
    if (short) loadMore()
  }, [short, loadMore])

  useLayoutEffect(() => {
    const id = wanted.current
    if (id === null) return
    const row = area.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`)
    if (id !== '' && !row) return
    wanted.current = null
    ;(row ?? area.current)?.focus()
  })

  const settle = (cases: Case[], decision: QueueDecision) => {
    wanted.current = rowAfter(area.current, new Set(cases.map(({ id }) => id)))
    void decide(cases, decision, typed)
    setTyped('')
  }

  const key = (pressed: string, cases: Case[]): boolean => {
    const decision = byKey[state][pressed]
    if (decision) settle(cases, decision)
    return decision !== undefined
  }
  return (
    <>
      <div className={css.top}>
        {state === 'open' ? (
          <div className={css.reason}>
            <Field
              label="Reason"
              hint="Told to authors of what is removed. The usual one, if left empty."
              {...(typed.length > maxReasonLength * 0.8 && { limit: maxReasonLength })}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
        ) : (
          <p>What is restored is undone, and waits in the queue again.</p>
        )}
        <div className={css.help}>
          <Button look="secondary" size="small" onClick={() => setHelping(true)}>
            Keys
          </Button>
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its rows take the focus, itself where none is left */}
      <div
        ref={area}
        tabIndex={-1}
        className={css.list}
        onKeyDown={(event) => {
          const { target, currentTarget, ctrlKey, metaKey, altKey, repeat } = event
          const here = target === currentTarget || target instanceof HTMLTableRowElement
          if (!here || !letters || ctrlKey || metaKey || altKey || repeat) return
          if (event.key === '?') {
            // Not the list of every page's keys.
            event.preventDefault()
            setHelping(true)
          } else if (event.key === 'r' && state === 'open') undo()
        }}
      >
        <Deciding value={settle}>
          <DataTable
            name={`Queue ${state}`}
            caption={state === 'open' ? 'What waits for a decision' : 'What was decided'}
            columns={columnsOf[state]}
            source={{ ...source, rows: rows?.length === 0 && more ? undefined : rows }}
            rowId={({ id }) => id}
            empty={empty[state]}
            opens="name"
            keys={letters ? key : undefined}
            renderChosen={(chosen, clear) =>
              decisionsOf[state].map((decision) => (
                <Button
                  key={decision}
                  look={decision === 'remove' ? 'danger' : 'secondary'}
                  size="small"
                  onClick={() => {
                    settle(chosen, decision)
                    clear()
                  }}
                >
                  {textsFor(chosen, decision).button}
                </Button>
              ))
            }
          />
        </Deciding>
      </div>
      <ShortcutsDialog
        open={helping}
        onClose={() => setHelping(false)}
        title="Keys of the queue"
        words={keyWords}
      >
        <p>Those of the rows work while a row has the focus.</p>
      </ShortcutsDialog>
    </>
  )
}

const byKey: Record<CaseState, Record<string, QueueDecision>> = {
  open: { d: 'remove', x: 'dismiss' },
  decided: { r: 'restore' },
}

/** The row on which one goes on: the next that stays, behind the one with the focus or the first that goes. */
function rowAfter(area: HTMLElement | null, going: ReadonlySet<string>): string {
  const rows = [...(area?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  const at = document.activeElement?.closest('tr')
  const from = Math.max(
    0,
    rows.findIndex((row) => (at ? row === at : going.has(row.dataset.row!))),
  )
  const stays = ({ dataset }: HTMLElement) => !going.has(dataset.row!)
  const next = rows.slice(from).find(stays) ?? rows.slice(0, from).findLast(stays)
  return next?.dataset.row ?? ''
}
