import { QueryClient } from '@tanstack/react-query'

/** The cache of lists that are loaded page by page. Only screens with such lists import it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false },
  },
})
