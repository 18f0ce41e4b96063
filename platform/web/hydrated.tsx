import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react'

const HydratedContext = createContext(false)

/** Returns false on the server and while the page is hydrated, because both must produce the same HTML. */
export const useHydrated = () => use(HydratedContext)

/** Wraps the page. It says in a transition that it is hydrated, because React then pauses for taps. */
export function Hydrated({ children }: { children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return <HydratedContext value={hydrated}>{children}</HydratedContext>
}
