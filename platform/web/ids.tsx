import { createContext, type ReactNode, use, useId as useReactId, useState } from 'react'

/** Returns a function that returns another id each time. */
function createIds(prefix: string): () => string {
  let count = 0
  return () => `${prefix}-${(count += 1)}`
}

const NextIdContext = createContext(createIds('id'))

/**
 * Gives its content ids of its own, so that they are the same on the server and in the browser although the browser may
 * hydrate it later than what follows it. Each page has one around it, without a prefix.
 */
export function IdScope({ prefix = 'id', children }: { prefix?: string; children: ReactNode }) {
  const [nextId] = useState(() => createIds(prefix))
  return <NextIdContext value={nextId}>{children}</NextIdContext>
}

function useScopedId(): string {
  const nextId = use(NextIdContext)
  const [id] = useState(nextId)
  return id
}

/**
 * Like React's `useId`. Preact, which a build has in its place, counts ids in the order of rendering, so that a part
 * which is hydrated late would get the id of another.
 */
export const useId = import.meta.env.PROD ? useScopedId : useReactId
