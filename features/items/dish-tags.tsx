import { useEffect, useRef, useState } from 'react'
import { loadTagNames, tagNames } from '#domain/vocabulary/tag-names.ts'
import { Chips, Tag } from '#platform/web/ui/list/chip.tsx'
import styles from './dish-tags.module.css'

/** How many tags a card shows. */
const onCard = 4
const asDrawn = { __html: '' }

/**
 * The tags of a dish. The names of all tags are in a separate script, which is loaded only when other tags than those
 * in the server's HTML must be shown. Until then, that HTML stays as it is. A card shows the first ones, unless `all`.
 */
export function DishTags({ tags, all = false }: { tags: number[]; all?: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const [allNames, setAllNames] = useState(tagNames)
  const now = tags.join()
  const drawn = useRef(now)
  useEffect(() => {
    if (allNames || now === '') return
    const stands = now === drawn.current && box.current?.childNodes.length !== 0
    if (!stands) void loadTagNames().then(setAllNames, () => {})
  }, [allNames, now])
  if (tags.length === 0) return null
  if (!allNames)
    return (
      <div
        ref={box}
        className={styles.tags}
        suppressHydrationWarning
        dangerouslySetInnerHTML={asDrawn}
      />
    )
  const names = tags.flatMap((tag) => allNames.get(tag) ?? [])
  const more = all ? 0 : names.length - onCard
  return (
    <div className={styles.tags}>
      <Chips>
        {(more > 1 ? names.slice(0, onCard) : names).map((name) => (
          <Tag key={name}>{name}</Tag>
        ))}
        {more > 1 && <Tag>{`${more} more`}</Tag>}
      </Chips>
    </div>
  )
}
