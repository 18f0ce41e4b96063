import { tagNames } from '#domain/vocabulary/tags.data.ts'
import { Chips, Tag } from '#platform/web/ui/list/chip.tsx'

/** How many tags a card shows. */
const onCard = 4

/** The tags of a dish. A card shows the first ones, unless `all`. */
export function DishTags({ tags, all = false }: { tags: number[]; all?: boolean }) {
  const names = tags.flatMap((tag) => tagNames.get(tag) ?? [])
  if (names.length === 0) return null
  const more = all ? 0 : names.length - onCard
  return (
    <Chips>
      {(more > 1 ? names.slice(0, onCard) : names).map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
      {more > 1 && <Tag>{`${more} more`}</Tag>}
    </Chips>
  )
}
