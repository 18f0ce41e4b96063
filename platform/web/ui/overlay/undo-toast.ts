import { asApiError, mayWorkLater } from '../../api/api.ts'
import { useToast } from './toast.tsx'

/**
 * Returns a function that shows a toast with an Undo button. The toast disappears when another change with the same key
 * `about` is made, because the undo would overwrite that change. `onUndone` is called once the undo has succeeded. If it
 * fails and may succeed later, for example once there is a network again, it is offered again with the error.
 */
export function useUndoToast(about: string, onUndone: () => void) {
  const toast = useToast()
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo()
      toast('Undone.')
      onUndone()
    } catch (problem) {
      const error = asApiError(problem)
      if (mayWorkLater(error)) offer(error.message, undo, 'bad')
      else toast({ text: error.message, tone: 'bad' })
    }
  }
  function offer(text: string, undo: () => Promise<unknown>, tone?: 'bad') {
    const action = { label: 'Undo', onPress: () => void takeBack(undo) }
    toast({ text, about, action, ...(tone && { tone }) })
  }
  return (text: string, undo: () => Promise<unknown>) => offer(text, undo)
}
