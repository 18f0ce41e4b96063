import { useEffect, useEffectEvent } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { api } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import css from './members.module.css'
import { statusText } from '#platform/web/api/status-text.ts'

const pageSize = 10

const pageQuery = (viewer: number | null, pageNumber: number) =>
  queryOptions({
    queryKey: ['upvotedItems', viewer, pageNumber],
    queryFn: ({ signal }) => api('GET /upvotedItems', { pageNumber, pageSize }, { signal }),
    staleTime: 60_000,
  })

type Props = {
  viewer: number | null
  /** Counted from 1. */
  page: number
  onPage: (page: number) => void
}

/** The items that the viewer has upvoted, ten per page. The next page is loaded in advance. */
export function Upvotes({ viewer, page, onPage }: Props) {
  const number = page - 1
  const client = useQueryClient()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...pageQuery(viewer, number),
    placeholderData: keepPreviousData,
  })
  const pages = data && Math.ceil(data.total / pageSize)

  useEffect(() => {
    if (pages !== undefined && number + 1 < pages)
      void client.prefetchQuery(pageQuery(viewer, number + 1))
  }, [client, viewer, number, pages])

  // An address can name a page that isn't there any more, since votes were taken back.
  const isBeyond = pages !== undefined && pages > 0 && page > pages && !isPlaceholderData
  const showLast = useEffectEvent(() => onPage(pages!))
  useEffect(() => {
    if (isBeyond) showLast()
  }, [isBeyond])

  if (!data)
    return error ? (
      <TryAgain message={statusText(error)} onRetry={refetch} busy={isFetching} />
    ) : (
      <Skeleton lines={6} />
    )
  if (data.total === 0)
    return (
      <EmptyState
        title="No items found"
        action={<LinkButton to="/home">Find something to upvote</LinkButton>}
      />
    )
  return (
    <Stack>
      <div className={css.scroll}>
        <table className={css.table} aria-busy={isPlaceholderData}>
          <caption className="visually-hidden">Items you have upvoted, newest vote first</caption>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Restaurant</th>
              <th scope="col" className={css.wideOnly}>
                Category
              </th>
              <th scope="col" data-number>
                Upvotes
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(
              ({ id, name, restaurantId, restaurantName, categoryId, upvoteCount }) => (
                <tr key={id}>
                  <th scope="row">
                    <Link to={`/dish/${id}`}>{name}</Link>
                  </th>
                  <td>
                    <Link to={`/restaurant/${restaurantId}`}>{restaurantName}</Link>
                  </td>
                  <td className={css.wideOnly}>{categoryById(categoryId)?.name}</td>
                  <td data-number>{upvoteCount.toLocaleString('en')}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      <Pages page={page} pages={pages!} busy={isPlaceholderData} onPage={onPage} />
    </Stack>
  )
}

type PagesProps = Pick<Props, 'page' | 'onPage'> & { pages: number; busy: boolean }

const Pages = ({ page, pages, busy, onPage }: PagesProps) =>
  pages > 1 && (
    <nav aria-label="Pages of upvoted items" className={css.pager}>
      <Button
        variant="secondary"
        icon={<ChevronLeft />}
        disabled={page === 1}
        busy={busy && page > 1}
        onClick={() => onPage(page - 1)}
      >
        Back
      </Button>
      <span className="quiet" aria-live="polite">
        Page {page} of {pages}
      </span>
      <Button
        variant="secondary"
        icon={<ChevronRight />}
        disabled={page >= pages}
        busy={busy && page < pages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  )
