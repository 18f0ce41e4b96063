import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { api, type ApiError } from '#platform/web/api/api.ts'
import { queryClient } from '#platform/web/queries.ts'
import { useSession } from '#platform/web/session/session.ts'

/** The source of a table's rows, which are loaded page by page or all at once. */
export type RowSource<Row> = {
  /** Undefined until the first page has loaded. */
  rows: readonly Row[] | undefined
  /** Why the last request failed. */
  error: unknown
  /** Number of all matching rows, loaded or not, if the server returns it. */
  matching: number | undefined
  /** Whether more pages can be loaded. */
  more: boolean
  /** Whether the next page is being loaded. */
  loading: boolean
  /** Whether the rows still belong to the previous input. */
  outdated: boolean
  /** Whether the rows are outdated or being reloaded. */
  stale: boolean
  loadMore: () => void
  again: () => void
}

type Cursor = string | number | null | undefined

/** A call that returns a list, with functions that get the rows and the next cursor of a page. */
export type ListCall<R extends Route, Row> = {
  route: R
  rows: (page: Output<R>) => readonly Row[]
  /** Returns the cursor of the next page, or nothing after the last one. */
  next: (page: Output<R>) => Cursor
}

type ItemOf<R extends Route> = Output<R> extends { items: readonly (infer Row)[] } ? Row : never

/** Describes a call that returns a paged list. The rows of a page are its `items` unless `rows` is given. */
export const createListCall = <R extends Route, Row = ItemOf<R>>(
  route: R,
  rows: ListCall<R, Row>['rows'] = (page) => (page as { items: readonly Row[] }).items,
): ListCall<R, Row> => ({ route, rows, next: (page) => (page as { cursor?: Cursor }).cursor })

/** The input that selects the list. The table adds its filters, order and page. */
export type ListInput<R extends Route> = Omit<
  Input<R>,
  'cursor' | 'sort' | 'order' | 'pageSize' | 'v'
>

/** First part of the query key of every admin list, so that all of them can be refetched after a change. */
const listKey = 'admin'
export const refetchLists = () => queryClient.invalidateQueries({ queryKey: [listKey] })

/**
 * Marks all lists as stale and refetches those on the screen, except that of `route`, whose subject no longer exists
 * and whose page is about to be left.
 */
export async function refetchListsExcept(route: Route) {
  await queryClient.invalidateQueries({ queryKey: [listKey], refetchType: 'none' })
  await queryClient.refetchQueries({
    queryKey: [listKey],
    type: 'active',
    predicate: ({ queryKey }) => queryKey[2] !== route,
  })
}

/**
 * A request that the rate limit refused is repeated up to four times, each time when the server allows it. A request
 * that failed for another reason is repeated once.
 */
const retries = {
  retry: (failures: number, error: Error) =>
    failures < ((error as Partial<ApiError>).status === 429 ? 4 : 1),
  retryDelay: (_: number, error: Error) => 1000 * ((error as Partial<ApiError>).retryAfter ?? 1),
}

/** Loads the first page immediately and further ones on request. If `input` is null, nothing is requested. */
export function useListPages<R extends Route, Row>(
  { route, rows, next }: ListCall<R, Row>,
  input: ListInput<R> | null,
): RowSource<Row> & { first: Output<R> | undefined } {
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
    staleTime: 30_000,
    gcTime: 60_000,
    ...retries,
  })
  const { fetchNextPage, refetch, isPlaceholderData, isFetching, isFetchingNextPage } = found
  return {
    first: found.data?.first,
    rows: found.data?.rows,
    matching:
      (found.data?.first as { matching?: number | null } | undefined)?.matching ?? undefined,
    error: found.error,
    more: found.hasNextPage && !isPlaceholderData,
    loading: isFetchingNextPage,
    outdated: isPlaceholderData,
    stale: isPlaceholderData || (isFetching && !isFetchingNextPage),
    loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    again: () => void (found.isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

/** Number of rows per page of an export. */
const exportPageSize = 1000

/** Yields the rows of a list, page by page. Doesn't keep the pages in the cache. */
export async function* fetchAllRows<R extends Route, Row>(
  { route, rows, next }: ListCall<R, Row>,
  input: ListInput<R>,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  let cursor: Cursor
  do {
    const asked = { pageSize: exportPageSize, ...input, cursor } as unknown as Input<R>
    const page = await queryClient.fetchQuery({
      queryKey: ['export', route, asked],
      queryFn: () => api(route, asked, { signal }),
      gcTime: 0,
      ...retries,
      retry: (failures, error) => !signal.aborted && retries.retry(failures, error),
    })
    yield rows(page)
    cursor = next(page)
  } while (cursor !== undefined && cursor !== null)
}

const noMore = () => null

/** Loads a list that comes in one page. `answer` is the whole response. */
export function useWholeList<R extends Route, Row>(
  route: R,
  input: Input<R>,
  rows: (answer: Output<R>) => readonly Row[],
): RowSource<Row> & { answer: Output<R> | undefined } {
  const { first: answer, ...source } = useListPages({ route, rows, next: noMore }, input)
  return { answer, ...source }
}
