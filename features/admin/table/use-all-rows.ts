import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { api, type ApiError } from '#platform/web/api.ts'
import { queries } from '#platform/web/queries.ts'
import { useSession } from '#platform/web/session.ts'
import type { Rows } from './rows.ts'

/** A call that answers a list in pages: how its rows are found, and where it goes on. */
export type Paged<R extends Route, Row> = {
  route: R
  rows: (page: Output<R>) => readonly Row[]
  /** The cursor of the next page; nothing where this was the last. */
  next: (page: Output<R>) => string | number | null | undefined
}

export const paged = <R extends Route, Row>(list: Paged<R, Row>) => list

/** The first part of every admin list’s key: after a deletion all of them are refetched. */
export const asked = 'admin'
export const refetchLists = () => queries.invalidateQueries({ queryKey: [asked] })

/** The same where what one call answered is no more: it isn't asked again while its page is being left. */
export async function refetchAllBut(route: Route) {
  await queries.invalidateQueries({ queryKey: [asked], refetchType: 'none' })
  await queries.refetchQueries({
    queryKey: [asked],
    type: 'active',
    predicate: ({ queryKey }) => queryKey[2] !== route,
  })
}

const patience = {
  // A hundred thousand rows are a hundred pages: not all of them again when one comes back soon.
  staleTime: 30_000,
  gcTime: 60_000,
  retry: (failures: number, error: unknown) =>
    failures < ((error as Partial<ApiError>).status === 429 ? 4 : 1),
  retryDelay: (_: number, error: unknown) => 1000 * ((error as Partial<ApiError>).retryAfter ?? 1),
}

/** The first page at once, the others when they are wanted. Without an input nothing is asked. */
export function useAllRows<R extends Route, Row>(
  list: Paged<R, Row>,
  input: Omit<Input<R>, 'cursor' | 'v'> | null,
): Rows<Row> & { first: Output<R> | undefined } {
  const { id } = useSession()
  const queryKey = [asked, id, list.route, input]
  const { rows: rowsOf, next } = list
  const select = useCallback(
    ({ pages }: InfiniteData<Output<R>>) => ({ first: pages[0], rows: pages.flatMap(rowsOf) }),
    [rowsOf],
  )
  const found = useInfiniteQuery({
    queryKey,
    enabled: input !== null,
    initialPageParam: undefined as string | number | undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam: cursor, signal }): Promise<Output<R>> =>
      api(list.route, { ...input, cursor } as Input<R>, { signal }),
    getNextPageParam: (page) => next(page) ?? undefined,
    select,
    ...patience,
  })
  const { fetchNextPage, refetch, isPlaceholderData, isFetching, isFetchingNextPage } = found
  return {
    first: found.data?.first,
    rows: found.data?.rows,
    error: found.error,
    more: found.hasNextPage && !isPlaceholderData,
    loading: isFetchingNextPage,
    stale: isPlaceholderData || (isFetching && !isFetchingNextPage),
    loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    stop: () => void queries.cancelQueries({ queryKey }),
    again: () => void (found.isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

/** A list that comes whole; with `keep` the one before stays until it is there. */
export function useWholeList<R extends Route, Row>(
  route: R,
  input: Input<R>,
  rowsOf: (answer: Output<R>) => readonly Row[],
  { keep = false } = {},
): Rows<Row> & { answer: Output<R> | undefined } {
  const { id } = useSession()
  const found = useQuery({
    queryKey: [asked, id, route, input],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<Output<R>> => api(route, input, { signal }),
    ...(keep ? { placeholderData: keepPreviousData<Output<R> | undefined> } : {}),
    ...patience,
  })
  return {
    answer: found.data,
    rows: found.data && rowsOf(found.data),
    error: found.error,
    more: false,
    loading: false,
    stale: found.isFetching,
    loadMore: () => {},
    stop: () => {},
    again: () => void found.refetch(),
  }
}
