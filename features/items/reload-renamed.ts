import { useRevalidator } from 'react-router'
import { ApiError } from '#platform/web/api/api.ts'

/**
 * Returns a function that waits for a change of a dish. If it is refused because the dish has another name by now, the
 * page is loaded again and shows that name.
 */
export function useReloadIfRenamed(): <T>(change: Promise<T>) => Promise<T> {
  const { revalidate } = useRevalidator()
  return async (change) => {
    try {
      return await change
    } catch (error) {
      if (error instanceof ApiError && error.code === 'item_renamed') void revalidate()
      throw error
    }
  }
}
