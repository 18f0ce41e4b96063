import { QueryClient } from '@tanstack/react-query'

/** The cache of what components load with TanStack Query, mostly lists. Only screens that need it import it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false },
  },
})
