import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { numberText } from '#platform/text/plural.ts'
import css from './tabs.module.css'

export type Tab = { id: string; label: ReactNode; count?: number; panel: ReactNode }

/** Tabs with their panels. The arrow keys, Home and End switch tabs. Only the selected tab's panel is rendered. */
export function Tabs({
  tabs,
  selected,
  onSelect,
  label,
}: {
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
  label: string
}) {
  const base = useId()
  const row = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === selected),
  )
  const key = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const steps: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }
    const next = steps[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || !tab) return
    event.preventDefault()
    onSelect(tab.id)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div>
      <div ref={row} role="tablist" aria-label={label} className={css.row}>
        {tabs.map(({ id, label: words, count }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={index === at}
            aria-controls={index === at ? `${base}-${id}-panel` : undefined}
            tabIndex={index === at ? 0 : -1}
            className={css.tab}
            onClick={() => onSelect(id)}
            onKeyDown={key}
          >
            {words}
            {count !== undefined && <span className={css.count}>{numberText(count)}</span>}
          </button>
        ))}
      </div>
      {tabs[at] && (
        <div
          role="tabpanel"
          id={`${base}-${tabs[at].id}-panel`}
          aria-labelledby={`${base}-${tabs[at].id}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- else a panel of text couldn't get the focus
          tabIndex={0}
          className={css.panel}
        >
          {tabs[at].panel}
        </div>
      )}
    </div>
  )
}
