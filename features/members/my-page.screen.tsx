import { type ShouldRevalidateFunction, useSearchParams } from 'react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { ActAsUserButton, StatList } from '#features/admin/frame.tsx'
import { NotVerified } from '#features/accounts/sign-up/verify-notice.tsx'
import { OwnAvatar } from '#features/avatars/own-avatar.tsx'
import { OwnContests } from '#features/contests/own-contest.tsx'
import { FollowListDialog, type FollowListKind } from '#features/follows/people-dialog.tsx'
import { Bell } from '#features/notifications/bell/bell.tsx'
import { ExportLinks } from '#features/items/export-links.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { parseId } from '#platform/text/id.ts'
import { pluralize } from '#platform/text/plural.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useLoadedState } from '#platform/web/api/use-loaded-state.ts'
import { loadOrError } from '#platform/web/api/or-error.ts'
import { queryClient } from '#platform/web/queries.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { Content, Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { Bio } from './bio.tsx'
import { FavoritesList } from './favorites-list.tsx'
import css from './members.module.css'
import { ShareButtons } from './share.tsx'
import { Tabs } from './tabs.tsx'
import { Upvotes } from './upvotes.tsx'

type Found = Output<'GET /my-page'>

export const loader = ({ api }: LoaderArgs) => loadOrError(() => api('GET /my-page', {}), 401)

export const handle: Handle = { title: 'My Page', members: true }

// The tab and the dialog are in the address, but the page's data is the same for all of them.
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.search === nextUrl.search

export function Component() {
  const answer = useScreenData<typeof loader>()
  if (answer.error !== null)
    return (
      <Content width="list">
        <h1>My Page</h1>
        <TryAgain message={answer.error} />
      </Content>
    )
  return (
    <QueryClientProvider client={queryClient}>
      <MyPage page={answer} />
    </QueryClientProvider>
  )
}

const tabIds = ['favorites', 'upvotes'] as const
const lists = ['followers', 'followings'] as const
/** The call refuses pages far beyond it. */
const maxPage = 1_000_000

function MyPage({ page }: { page: Found }) {
  const { id } = useSession()
  const [shares, setShares] = useLoadedState(page.shareCount, page)
  const [following, setFollowing] = useLoadedState(page.followingCount, page)
  const upvoted = page.upvotedCount
  // Tab, page and dialog are in the address, so that back and reload restore them.
  const [search, setSearch] = useSearchParams()
  const tab = tabIds.find((id) => id === search.get('tab')) ?? 'favorites'
  const list = lists.find((name) => name === search.get('show')) ?? null
  const change = (values: Record<string, string | null>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(values))
          if (value === null) next.delete(key)
          else next.set(key, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const people = (which: FollowListKind, count: number, words: string) => (
    <Button variant="secondary" size="small" onClick={() => change({ show: which })}>
      <strong>{count}</strong> {words}
    </Button>
  )

  return (
    <Content width="list">
      <Stack>
        <header className={css.head}>
          <OwnAvatar userId={id!} userName={page.userName} version={page.avatar} page={page} />
          <div className={css.names}>
            <h1 translate="no">{page.userName}</h1>
          </div>
          <Bell />
        </header>
        <Row gap={2}>
          {people('followers', page.followersCount, pluralize(page.followersCount, 'Follower'))}
          {people('followings', following, 'Following')}
        </Row>
        {!page.verified && <NotVerified />}
        <OwnContests />
        <Bio bio={page.bio} page={page} />
        <StatList figures={figuresOf(page, shares)} />
        <Stack gap={2}>
          <ShareButtons
            userId={id!}
            userName={page.userName}
            onShared={(count) => setShares(() => count)}
          />
          <nav aria-label="Your account" className="links quiet">
            <Link to="/account">Account</Link>
            <Link to="/settings">Notification settings</Link>
            <Link to={`/user/${id}`}>Public page</Link>
            <Link to="/contests">Contests</Link>
          </nav>
        </Stack>
        <ActAsUserButton />
        <Lists
          page={page}
          upvoted={upvoted}
          viewer={id}
          tab={tab}
          onTab={(next) => change({ tab: next, page: null })}
          upvotesPage={Math.min(parseId(search.get('page')) ?? 1, maxPage)}
          onUpvotesPage={(next) => change({ page: next === 1 ? null : `${next}` })}
        />
      </Stack>
      <JumpToTop />
      <FollowListDialog
        list={list}
        onClose={() => change({ show: null })}
        onChange={(by) => {
          setFollowing((count) => Math.max(0, count + by))
        }}
      />
    </Content>
  )
}

const figuresOf = ({ upvotedCount, receivedCount }: Found, shares: number) =>
  [
    ['Shares', shares],
    ['Upvoted items', upvotedCount],
    ['Received upvotes', receivedCount],
  ] as const

type ListsProps = {
  page: Found
  upvoted: number
  viewer: number | null
  tab: (typeof tabIds)[number]
  onTab: (tab: string | null) => void
  /** Counted from 1. */
  upvotesPage: number
  onUpvotesPage: (page: number) => void
}

function Lists({ page, upvoted, viewer, tab, onTab, upvotesPage, onUpvotesPage }: ListsProps) {
  return (
    <Tabs
      label="Your page"
      selected={tab}
      onSelect={(next) => onTab(next === 'favorites' ? null : next)}
      tabs={[
        {
          id: 'favorites',
          label: 'Favorites',
          count: page.items.length,
          panel: (
            <>
              <FavoritesList own items={page.items} empty={<NoYolos />} />
              {page.verified && page.items.length > 0 && (
                <ExportLinks to={`/users/${viewer}/export?`} />
              )}
            </>
          ),
        },
        {
          id: 'upvotes',
          label: 'Upvotes',
          count: upvoted,
          panel: <Upvotes viewer={viewer} page={upvotesPage} onPage={onUpvotesPage} />,
        },
      ]}
    />
  )
}

const NoYolos = () => (
  <EmptyState
    title="No yolos."
    action={<LinkButton to="/add-yolo">Add Your Favorites</LinkButton>}
  />
)
