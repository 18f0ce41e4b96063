import { createContext, type ReactNode, use, useId as useReactId, useState } from 'react'

type Scope = { prefix: string; count: number }

const ScopeContext = createContext<Scope>({ prefix: 'id', count: 0 })

/**
 * Gives its content ids of its own, so that they are the same on the server and in the browser although the browser may
 * hydrate it later than what follows it. Each page has one around it, without a prefix.
 */
export function IdScope({ prefix = 'id', children }: { prefix?: string; children: ReactNode }) {
  const [scope] = useState<Scope>({ prefix, count: 0 })
  return <ScopeContext value={scope}>{children}</ScopeContext>
}

function useScopedId(): string {
  const scope = use(ScopeContext)
  const [id] = useState(() => `${scope.prefix}-${(scope.count += 1)}`)
  return id
}

/**
 * Like React's `useId`. Preact, which a build has in its place, counts ids in the order of rendering, so that a part
 * which is hydrated late would get the id of another.
 */
export const useId = import.meta.env.PROD ? useScopedId : useReactId
