import type { MouseEvent } from 'react'
import X from 'lucide-react/icons/x'
import { tagNames } from '#domain/vocabulary/tag-names.ts'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import styles from './chosen-tags.module.css'
import type { Listing } from './listing-loader.ts'
import type { Asking } from './use-question.ts'

/** What the list is narrowed to, each to be taken away with a tap. */
export function ChosenTags({ listing, asking }: { listing: Listing; asking: Asking }) {
  const chosen = asking.wanted.tags
  if (chosen.length === 0) return null
  const without = (id: number) => chosen.filter((one) => one !== id)
  const remove = (event: MouseEvent<HTMLAnchorElement>, id: number) => {
    event.preventDefault()
    const chip = event.currentTarget
    // The one that goes leaves the focus to its neighbour, the last one to the page.
    const next = chip.nextElementSibling ?? chip.previousElementSibling ?? chip.closest('main')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    asking.setTags(without(id))
  }
  return (
    <div className={styles.chosen}>
      <Chips label="Chosen">
        {chosen.map((id) => (
          <ChipLink
            key={id}
            to={asking.addressOf({ tags: without(id) })}
            onClick={(event) => remove(event, id)}
          >
            <span className="visually-hidden">Remove </span>
            {listing.tagNames[id] ?? tagNames()?.get(id) ?? id}
            <X />
          </ChipLink>
        ))}
      </Chips>
    </div>
  )
}
