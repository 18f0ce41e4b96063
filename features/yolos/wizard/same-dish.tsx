import { Button } from '#platform/web/ui/button.tsx'
import { Chip, Chips } from '#platform/web/ui/list/chip.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import type { OfferedItem } from './step-item.tsx'

type Props = {
  typed: string
  items: OfferedItem[]
  onTake: (item: OfferedItem) => void
  onNew: () => void
  onBack: () => void
}

/** Something there has nearly the typed name: votes shouldn't be split over two spellings. */
export function SameDish({ typed, items, onTake, onNew, onBack }: Props) {
  return (
    <Dialog
      open={items.length > 0}
      onClose={onBack}
      title={items.length === 1 ? 'Is it this one?' : 'Is it one of these?'}
      actions={
        <>
          <Button look="secondary" onClick={onBack}>
            BACK
          </Button>
          <Button onClick={onNew}>No, it’s a different dish</Button>
        </>
      }
    >
      <Stack>
        <p>You typed “{typed}”. This restaurant has:</p>
        <Chips label="Dishes of nearly this name">
          {items.map((item) => (
            <Chip key={item.id} disabled={item.used} onClick={() => onTake(item)}>
              {item.itemName}
              {item.used && <small>Your favorite</small>}
              {item.gone && <small>Members say it’s no longer on the menu</small>}
            </Chip>
          ))}
        </Chips>
      </Stack>
    </Dialog>
  )
}
