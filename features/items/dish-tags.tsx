import { useEffect, useRef, useState } from 'react'
import { loadTagNames, tagNames } from '#domain/vocabulary/tag-names.ts'
import { Chips, Tag } from '#platform/web/ui/list/chip.tsx'
import styles from './dish-tags.module.css'

const shown = 4
const asDrawn = { __html: '' }

/**
 * The tags of a dish. The names of all tags are in a separate script, which is loaded only when other tags than those
 * in the server's HTML must be shown. Until then, that HTML stays as it is.
 */
export function DishTags({ tags }: { tags: number[] }) {
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
  const more = names.length - shown
  return (
    <div className={styles.tags}>
      <Chips>
        {names.slice(0, more === 1 ? shown + 1 : shown).map((name) => (
          <Tag key={name}>{name}</Tag>
        ))}
        {more > 1 && <Tag>{`${more} more`}</Tag>}
      </Chips>
    </div>
  )
}
