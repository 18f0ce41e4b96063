import { useEffect, useState } from 'react'
import { avatarUrl } from '#features/avatars/address.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'
import { followsPerPage } from './limits.ts'
import css from './people-dialog.module.css'
import { useFollow } from './use-follow.ts'

export type FollowListKind = 'followers' | 'followings'
type Person = { userId: number; userName: string; youFollowed: boolean }

const titles = { followers: 'Followers', followings: 'Following' } as const

const routes = {
  followers: 'GET /follow/my-followers',
  followings: 'GET /follow/my-followings',
} as const

/**
 * Lists the viewer's followers or the members that the viewer follows. `onChange` is called with 1 for every follow
 * and -1 for every unfollow.
 */
export function FollowListDialog({
  list,
  onClose,
  onChange,
}: {
  list: FollowListKind | null
  onClose: () => void
  onChange: (by: 1 | -1) => void
}) {
  return (
    <Dialog open={list !== null} onClose={onClose} title={list ? titles[list] : ''}>
      {list && <People key={list} list={list} onChange={onChange} />}
    </Dialog>
  )
}

function People({ list, onChange }: { list: FollowListKind; onChange: (by: 1 | -1) => void }) {
  const [people, setPeople] = useState<Person[] | null>(null)
  const [more, setMore] = useState(false)
  const { load, busy, error } = useLoad(routes[list])

  useEffect(() => {
    const begin = (first: readonly Person[]) => {
      setPeople([...first])
      setMore(first.length === followsPerPage)
    }
    void load({}).then(({ data }) => data && begin(data))
  }, [load])
  const loadMore = async (before: Person[]) => {
    const { data } = await load({ cursor: before.at(-1)?.userId })
    if (!data) return
    setPeople([...before, ...data])
    setMore(data.length === followsPerPage)
  }

  if (!people)
    return error ? (
      <TryAgain message={error.message} onRetry={() => loadMore([])} />
    ) : (
      <Skeleton lines={4} />
    )
  if (people.length === 0) return <EmptyState title="No users found." />
  return (
    <div className={css.people}>
      <ul className={css.list}>
        {people.map((person) => (
          <Row
            key={person.userId}
            person={person}
            onChange={onChange}
            // The list of followed members drops a member after an unfollow.
            onGone={() =>
              list === 'followings' &&
              setPeople((all) => (all ?? []).filter(({ userId }) => userId !== person.userId))
            }
          />
        ))}
      </ul>
      {more && (
        <LoadMore
          shown={people.length}
          of={['member', 'members']}
          busy={busy}
          error={error?.message ?? null}
          onMore={() => void loadMore(people)}
        />
      )}
    </div>
  )
}

function Row({
  person: { userId, userName, youFollowed },
  onChange,
  onGone,
}: {
  person: Person
  onChange: (by: 1 | -1) => void
  onGone: () => void
}) {
  const follow = useFollow(userId, youFollowed, {
    done(on) {
      onChange(on ? 1 : -1)
      if (!on) onGone()
    },
  })
  return (
    <li className={css.person}>
      <Avatar name={userName} src={avatarUrl(userId, userName)} />
      <Link to={`/user/${userId}`} className={css.name} translate="no">
        {userName}
      </Link>
      <Button
        size="small"
        variant={follow.on ? 'secondary' : 'primary'}
        aria-label={`${follow.on ? 'Unfollow' : 'Follow'} ${userName}`}
        onClick={follow.flip}
      >
        {follow.on ? 'UNFOLLOW' : 'FOLLOW'}
      </Button>
    </li>
  )
}
