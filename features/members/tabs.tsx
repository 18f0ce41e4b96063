import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { numberText } from '#platform/text/plural.ts'
import css from './tabs.module.css'

type Tab = { id: string; label: ReactNode; count?: number; panel: ReactNode }
type Props = {
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
  label: string
}

/** Tabs with their panels. The arrow keys switch tabs. Only the selected tab's panel is rendered. */
export function Tabs({ tabs, selected, onSelect, label }: Props) {
  const base = useId()
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === selected),
  )
  const press = ({ key, currentTarget }: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    const next = step && tabs.at((at + step) % tabs.length)
    if (!next) return
    onSelect(next.id)
    currentTarget.parentElement?.querySelector<HTMLElement>(`[id="${base}-${next.id}"]`)?.focus()
  }
  return (
    <div>
      <div role="tablist" aria-label={label} className={css.row}>
        {tabs.map(({ id, label: words, count }, index) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={index === at}
            aria-controls={`${base}-panel`}
            tabIndex={index === at ? 0 : -1}
            className={css.tab}
            onClick={() => onSelect(id)}
            onKeyDown={press}
          >
            {words}
            {count !== undefined && <span className={css.count}>{numberText(count)}</span>}
          </button>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- else a panel of text couldn't get the focus */}
      <div
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${tabs[at]?.id}`}
        tabIndex={0}
        className={css.panel}
      >
        {tabs[at]?.panel}
      </div>
    </div>
  )
}
