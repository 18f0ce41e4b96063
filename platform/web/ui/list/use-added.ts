import { useEffect, useRef, useState } from 'react'

/** For a list that loads more entries. Moves the keyboard's focus to the first new entry. */
export function useFocusOnFirstAdded() {
  const [first, setFirst] = useState<number | null>(null)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (first !== null) item.current?.focus({ preventScroll: true })
  }, [first])
  const propsOf = (id: number) => (id === first ? { ref: item, tabIndex: -1 } : {})
  return { setFirst, propsOf }
}
