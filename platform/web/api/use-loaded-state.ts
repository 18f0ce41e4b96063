import { useState } from 'react'

/**
 * State that begins with a loaded value, and begins again with it whenever `of`, the loaded data that it is part of, is
 * loaded again. Without that, a page that came from the device first would show old values next to new ones.
 */
export function useLoadedState<T>(loaded: T, of: unknown) {
  const [state, setState] = useState({ value: loaded, of })
  const isLoadedAgain = state.of !== of
  if (isLoadedAgain) setState({ value: loaded, of })
  const change = (next: (before: T) => T) =>
    setState((before) => ({ value: next(before.value), of: before.of }))
  return [isLoadedAgain ? loaded : state.value, change] as const
}
