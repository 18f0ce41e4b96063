import { asApiError } from '../../api/api.ts'
import { useToast } from './toast.tsx'

/**
 * Returns a function that shows a toast with an Undo button. The toast disappears when another change with the same key
 * `about` is made, because the undo would overwrite that change. `onUndone` is called once the undo has succeeded.
 */
export function useUndoToast(about: string, onUndone: () => void) {
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
    toast({ text, about, action: { label: 'Undo', onPress: () => void takeBack(undo) } })
}
