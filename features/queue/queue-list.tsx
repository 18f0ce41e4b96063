import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { DataTable } from './table/data-table.tsx'
import { createListCall, type RowSource } from './table/use-list-pages.ts'
import { useListTable } from './table/use-list-table.ts'
import {
  apartText,
  areDecidableTogether,
  decisionButtonTexts,
  type Case,
  type CaseState,
} from './case.ts'
import { columnsByState, DecideContext, decisionsByState } from './columns.tsx'
import { maxReasonLength, type QueueDecision, type QueueKindName } from './limits.ts'
import css from './queue.module.css'
import { useDecisions } from './use-decisions.ts'

const list = createListCall('GET /admin/queue')
/** If fewer rows than this are left, the next page is fetched. */
const few = 30

const empty = { open: 'Nothing waits for a decision.', decided: 'Nothing was decided yet.' }

const decisionByKey: Record<CaseState, Record<string, QueueDecision>> = {
  open: { d: 'remove', x: 'dismiss' },
  decided: { r: 'restore' },
}

type Props = { kind: QueueKindName | undefined; state: CaseState }

export function QueueList({ kind, state }: Props) {
  const area = useRef<HTMLDivElement>(null)
  const focusRow = useFocusedRow(area)
  const [typed, setTyped] = useState('')
  const toast = useToast()
  const { gone, decide, undoLast } = useDecisions({
    leaves: (reached) => (state === 'open' ? reached !== 'open' : reached === 'open'),
    onBack([first], words) {
      focusRow(first!.id)
      setTyped((now) => now || words)
    },
  })
  const queue = useQueue({ kind, state }, gone)

  /** Decides cases, unless no one press can. Then the rows stay chosen. */
  const settle = (cases: Case[], decision: QueueDecision): boolean => {
    if (!areDecidableTogether(cases, decision)) {
      toast(apartText(cases))
      return false
    }
    focusRow(rowAfter(area.current, new Set(cases.map(({ id }) => id))))
    void decide(cases, decision, typed)
    setTyped('')
    return true
  }
  const onRowKey = (key: string, cases: Case[]): boolean => {
    const decision = decisionByKey[state][key]
    return decision !== undefined && settle(cases, decision)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, currentTarget, ctrlKey, metaKey, altKey, repeat } = event
    const here = target === currentTarget || target instanceof HTMLTableRowElement
    if (!here || ctrlKey || metaKey || altKey || repeat) return
    if (key === 'r' && state === 'open') undoLast()
  }
  return (
    <>
      <div className={css.top}>
        {state === 'open' ? (
          <Reason typed={typed} onType={setTyped} />
        ) : (
          <p>What is restored is undone, and waits in the queue again.</p>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the rows have the focus; if there are none, this element gets it */}
      <div ref={area} tabIndex={-1} className={css.list} onKeyDown={onKeyDown}>
        <DecideContext value={settle}>
          <DataTable
            name={`Queue ${state}`}
            caption={state === 'open' ? 'What waits for a decision' : 'What was decided'}
            columns={columnsByState[state]}
            {...queue}
            empty={empty[state]}
            opens="name"
            keys={onRowKey}
            renderChosen={(chosen, clear) => (
              <DecideChosen
                chosen={chosen}
                state={state}
                onDecide={(decision) => {
                  settle(chosen, decision)
                  clear()
                }}
              />
            )}
          />
        </DecideContext>
      </div>
    </>
  )
}

type DecideProps = {
  chosen: Case[]
  state: CaseState
  onDecide: (decision: QueueDecision) => void
}

const DecideChosen = ({ chosen, state, onDecide }: DecideProps) =>
  decisionsByState[state].some((decision) => !areDecidableTogether(chosen, decision)) ? (
    <span>{apartText(chosen)}</span>
  ) : (
    <DecisionButtons chosen={chosen} state={state} onDecide={onDecide} />
  )

const DecisionButtons = ({ chosen, state, onDecide }: DecideProps) =>
  decisionsByState[state].map((decision) => (
    <Button
      key={decision}
      variant={decision === 'remove' ? 'danger' : 'secondary'}
      size="small"
      onClick={() => onDecide(decision)}
    >
      {decisionButtonTexts(chosen[0]!, decision).button}
    </Button>
  ))

const Reason = ({ typed, onType }: { typed: string; onType: (text: string) => void }) => (
  <div className={css.reason}>
    <Field
      label="Reason"
      hint="Told to authors of what is removed. The usual one, if left empty."
      {...(typed.length > maxReasonLength * 0.8 && { limit: maxReasonLength })}
      value={typed}
      onChange={({ target }) => onType(target.value)}
    />
  </div>
)

/** Loads the cases of the list, without those that were decided here since it was loaded. */
function useQueue(input: Props, gone: ReadonlySet<string>) {
  const { first: _, source, ...table } = useListTable(list, input)
  const steady = useSteadyOrder(source, JSON.stringify(table.query.order))
  const rows = useMemo(() => steady?.filter(({ id }) => !gone.has(id)), [steady, gone])
  const { more, loading, error, loadMore } = source
  const short = more && !loading && !error && (rows?.length ?? few) < few
  useEffect(() => {
    if (short) loadMore()
  }, [short, loadMore])
  const settled = (steady?.length ?? 0) - (rows?.length ?? 0)
  return {
    ...table,
    source: {
      ...source,
      rows: rows?.length === 0 && more ? undefined : rows,
      matching: source.matching === undefined ? undefined : source.matching - settled,
    },
  }
}

/**
 * Keeps rows in the order in which they were first seen when they are fetched again, so that no row moves while an
 * admin aims at it. New rows come last. If the admin sorts by another column, that order replaces the old one.
 */
function useSteadyOrder({ rows, outdated }: RowSource<Case>, order: string) {
  const [seen, setSeen] = useState({ order, places: new Map<string, number>() })
  const { places } = seen
  if (seen.order !== order && !outdated) setSeen({ order, places: new Map() })
  else {
    const unknown = new Set(rows?.map(({ id }) => id).filter((id) => !places.has(id)))
    const added = [...unknown].map((id, n) => [id, places.size + n] as const)
    if (unknown.size > 0) setSeen({ ...seen, places: new Map([...places, ...added]) })
  }
  return useMemo(() => {
    if (!rows) return undefined
    const once = new Map(rows.map((row) => [row.id, row]))
    return [...once.values()].sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
  }, [rows, places])
}

/** Returns a function that focuses a row as soon as it is rendered; '' means the list itself. */
function useFocusedRow(area: RefObject<HTMLElement | null>) {
  const wanted = useRef<string | null>(null)
  useLayoutEffect(() => {
    const id = wanted.current
    if (id === null) return
    const row = area.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`)
    if (id !== '' && !row) return
    wanted.current = null
    ;(row ?? area.current)?.focus()
  })
  return (id: string) => {
    wanted.current = id
  }
}

/**
 * Returns the id of the row to focus next: of the rows that stay, the first one from the focused row on (if no row has
 * the focus, from the first one that leaves on), or else the last one before it. Returns '' if no row stays.
 */
function rowAfter(area: HTMLElement | null, going: ReadonlySet<string>): string {
  const rows = [...(area?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
  const focused = document.activeElement?.closest('tr')
  const from = Math.max(
    0,
    rows.findIndex((row) => (focused ? row === focused : going.has(row.dataset.row!))),
  )
  const stays = ({ dataset }: HTMLElement) => !going.has(dataset.row!)
  const next = rows.slice(from).find(stays) ?? rows.slice(0, from).findLast(stays)
  return next?.dataset.row ?? ''
}
