import { QueryClient } from '@tanstack/react-query'

/** Lists that members page through. Only their pages load it. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false },
  },
})
