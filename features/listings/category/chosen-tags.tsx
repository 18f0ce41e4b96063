import X from 'lucide-react/icons/x'
import { tagColumns } from '#domain/vocabulary/tags.data.ts'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import styles from './chosen-tags.module.css'

type Props = { category: number; chosen: number[]; onChange: (tags: number[]) => void }

/** What the list is narrowed to, each to be taken away with a tap. */
export function ChosenTags({ category, chosen, onChange }: Props) {
  if (chosen.length === 0) return null
  const known = tagColumns(category).flat()
  return (
    <div className={styles.chosen}>
      <Chips label="Chosen">
        {chosen.map((id) => (
          <Chip
            key={id}
            onClick={({ currentTarget: chip }) => {
              // The one that goes leaves the focus to its neighbour, the last one to the page.
              const next =
                chip.nextElementSibling ?? chip.previousElementSibling ?? chip.closest('main')
              if (next instanceof HTMLElement) next.focus({ preventScroll: true })
              onChange(chosen.filter((one) => one !== id))
            }}
          >
            <span className="visually-hidden">Remove </span>
            {known.find((tag) => tag.id === id)?.name ?? id}
            <X />
          </Chip>
        ))}
      </Chips>
    </div>
  )
}
