import { asApiError } from '#platform/web/api.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

/** A notice of what was done, with the way to take it back; `onUndone` shows what it was again. */
export function useUndo(onUndone: () => void) {
  const toast = useToast()
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo()
      toast('Undone.')
      onUndone()
    } catch (problem) {
      toast({ text: asApiError(problem).message, tone: 'bad' })
    }
  }
  return (text: string, undo: () => Promise<unknown>) =>
    toast({ text, action: { label: 'Undo', onPress: () => void takeBack(undo) } })
}
