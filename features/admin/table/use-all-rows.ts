import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { api, type ApiError } from '#platform/web/api/api.ts'
import { queries } from '#platform/web/queries.ts'
import { useSession } from '#platform/web/session.ts'

/** Where a table's rows come from: page by page, or all at once. */
export type Rows<Row> = {
  /** Undefined until the first ones are there. */
  rows: readonly Row[] | undefined
  /** Why the last request failed. */
  error: unknown
  /** Whether there are more to be loaded. */
  more: boolean
  /** More are on their way. */
  loading: boolean
  /** What is shown is another question's, or is being asked again. */
  stale: boolean
  loadMore: () => void
  stop: () => void
  again: () => void
}

type Cursor = string | number | null | undefined

/** A call that answers a list: how its rows are found in an answer, and where the list goes on. */
export type List<R extends Route, Row> = {
  route: R
  rows: (page: Output<R>) => readonly Row[]
  /** The cursor of the next page; nothing where this was the last. */
  next: (page: Output<R>) => Cursor
}

/** A list in pages; the answer's `cursor` says where the next one begins, unless `next` does. */
export const paged = <R extends Route, Row>(
  route: R,
  rows: List<R, Row>['rows'],
  next: List<R, Row>['next'] = (page) => (page as { cursor?: Cursor }).cursor,
): List<R, Row> => ({ route, rows, next })

export type InputOf<R extends Route> = Omit<Input<R>, 'cursor' | 'v'>

/** The first part of every admin list’s key: after a deletion all of them are refetched. */
const listKey = 'admin'
export const refetchLists = () => queries.invalidateQueries({ queryKey: [listKey] })

/** The same where what one call answered is no more: it isn't asked again while its page is being left. */
export async function refetchAllBut(route: Route) {
  await queries.invalidateQueries({ queryKey: [listKey], refetchType: 'none' })
  await queries.refetchQueries({
    queryKey: [listKey],
    type: 'active',
    predicate: ({ queryKey }) => queryKey[2] !== route,
  })
}

/** The first page at once, the others when they are wanted. Without an input nothing is asked. */
export function useAllRows<R extends Route, Row>(
  { route, rows, next }: List<R, Row>,
  input: InputOf<R> | null,
): Rows<Row> & { first: Output<R> | undefined } {
  const { id } = useSession()
  const queryKey = [listKey, id, route, input]
  const select = useCallback(
    ({ pages }: InfiniteData<Output<R>>) => ({ first: pages[0], rows: pages.flatMap(rows) }),
    [rows],
  )
  const found = useInfiniteQuery({
    queryKey,
    enabled: input !== null,
    initialPageParam: undefined as Cursor,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam: cursor, signal }): Promise<Output<R>> =>
      api(route, { ...input, cursor } as Input<R>, { signal }),
    getNextPageParam: (page) => next(page) ?? undefined,
    select,
    // A hundred thousand rows are a hundred pages: not all of them again when one comes back soon.
    staleTime: 30_000,
    gcTime: 60_000,
    retry: (failures, error) => failures < ((error as Partial<ApiError>).status === 429 ? 4 : 1),
    retryDelay: (_, error) => 1000 * ((error as Partial<ApiError>).retryAfter ?? 1),
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

const noMore = () => null

/** A list that comes whole, and all that its call answers. */
export function useWholeList<R extends Route, Row>(
  route: R,
  input: Input<R>,
  rows: (answer: Output<R>) => readonly Row[],
): Rows<Row> & { answer: Output<R> | undefined } {
  const { first: answer, ...source } = useAllRows({ route, rows, next: noMore }, input)
  return { answer, ...source }
}
