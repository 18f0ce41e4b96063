import type { Card } from '#features/items/contract.ts'
import { useWaitingEntries } from '#platform/web/queue/waiting-lines.ts'
import { yoloKey } from './yolo-key.ts'

type Yolo = Card['yolos'][number]
/** What an edit of a favorite can set that its cards and the edit's own dialog show. */
export type YoloEdit = Partial<
  Pick<Yolo, 'description' | 'userName' | 'yoloTags'> & Pick<Card, 'itemName'>
>

/** Returns a function that returns what the viewer's edits of a favorite set that wait on this device. */
function useWaitingEdits(): (yolo: { id: number }) => YoloEdit {
  const entries = useWaitingEntries()
  return (yolo) => {
    const waiting = entries.filter(
      ({ about, state }) => about === yoloKey(yolo) && state === 'waiting',
    )
    return Object.assign({}, ...waiting.map(({ sets }) => sets)) as YoloEdit
  }
}

/** Returns a function that returns a favorite as it will be once its waiting edits are sent. */
export function useYoloWithWaitingEdits() {
  const editsOf = useWaitingEdits()
  return <Y extends Yolo>(yolo: Y): Y => {
    const { itemName: _, ...fields } = editsOf(yolo)
    return { ...yolo, ...fields }
  }
}

/**
 * Returns a dish's card as it will be once the waiting edits of its favorites are sent. Only a new name of `yolo` is
 * shown, because others may have the dish too.
 */
export function useCardWithWaitingEdits(card: Card, yolo: Yolo | undefined): Card {
  const editsOf = useWaitingEdits()
  const edited = useYoloWithWaitingEdits()
  const itemName = (yolo && editsOf(yolo).itemName) ?? card.itemName
  return { ...card, itemName, yolos: card.yolos.map(edited) }
}
