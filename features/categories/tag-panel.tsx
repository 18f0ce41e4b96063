import { tagColumns } from '#domain/vocabulary/tags.data.ts'
import { pluralize } from '#platform/text/plural.ts'
import { CheckboxChip, Chips } from '#platform/web/ui/list/chip.tsx'
import styles from './tag-panel.module.css'

type Props = {
  category: number
  chosen: number[]
  /** Number of dishes nearby with each tag. 'coming' reserves room for the numbers while they are loading. */
  counts?: ReadonlyMap<number, number | undefined> | 'coming'
  onChange: (tags: number[]) => void
}

/** Checkboxes for all tags of a category, in two columns. */
export default function TagPanel({ category, chosen, counts, onChange }: Props) {
  const [left, right] = tagColumns(category)
  // The tags are rendered row by row, so that the Tab key follows the visible order. Each column keeps its own order.
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, row) => [
    left[row],
    right[row],
  ])
  return (
    <Chips columns label="Tags">
      {rows.flat().map((tag, cell) =>
        tag ? (
          <CheckboxChip
            key={tag.id}
            name="tags"
            value={tag.id}
            checked={chosen.includes(tag.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, tag.id] : chosen.filter((id) => id !== tag.id))
            }
          >
            {tag.name}
            {counts && <Count of={counts === 'coming' ? undefined : (counts.get(tag.id) ?? 0)} />}
          </CheckboxChip>
        ) : (
          <span key={`gap-${cell}`} />
        ),
      )}
    </Chips>
  )
}

const Count = ({ of }: { of: number | undefined }) => (
  <span className={styles.count} data-none={of === 0 || undefined}>
    {of}
    {of !== undefined && (
      <span className="visually-hidden"> {pluralize(of, 'dish', 'dishes')} nearby</span>
    )}
  </span>
)
