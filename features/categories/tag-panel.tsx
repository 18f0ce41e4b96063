import { tagColumns } from '#domain/vocabulary/tags.data.ts'
import { CheckboxChip, Chips } from '#platform/web/ui/list/chip.tsx'

type Props = { category: number; chosen: number[]; onChange: (tags: number[]) => void }

/** Every tag of a category in two columns; ticking one reloads the lists. */
export default function TagPanel({ category, chosen, onChange }: Props) {
  const [left, right] = tagColumns(category)
  // Row by row for the eye and the keyboard, each column in its own order.
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
              onChange(
                target.checked ? [...chosen, tag.id] : chosen.filter((one) => one !== tag.id),
              )
            }
          >
            {tag.name}
          </CheckboxChip>
        ) : (
          <span key={`gap-${cell}`} />
        ),
      )}
    </Chips>
  )
}
