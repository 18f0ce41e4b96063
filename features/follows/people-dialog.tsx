import { useEffect, useState } from 'react'
import { avatarOf } from '#features/avatars/address.ts'
import { api } from '#platform/web/api.ts'
import { Link } from '#platform/web/link.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { asApiError } from '#platform/web/use-call.ts'
import css from './people-dialog.module.css'
import { useFollow } from './use-follow.ts'

export type PeopleList = 'followers' | 'followings'
type Person = { userId: number; userName: string; youFollowed: boolean }

const titles = { followers: 'Followers', followings: 'Following' } as const
/** As many as the server gives at once. */
const page = 100

const ask = (list: PeopleList, cursor: number | undefined, signal?: AbortSignal) =>
  list === 'followers'
    ? api('GET /follow/my-followers', { cursor }, { signal })
    : api('GET /follow/my-followings', { cursor }, { signal })

/** Who follows one, or whom one follows. `onChange` is called with 1 for every follow and -1 for every unfollow. */
export function PeopleDialog({
  list,
  onClose,
  onChange,
}: {
  list: PeopleList | null
  onClose: () => void
  onChange: (by: 1 | -1) => void
}) {
  return (
    <Dialog open={list !== null} onClose={onClose} title={list ? titles[list] : ''}>
      {list && <People key={list} list={list} onChange={onChange} />}
    </Dialog>
  )
}

function People({ list, onChange }: { list: PeopleList; onChange: (by: 1 | -1) => void }) {
  const [people, setPeople] = useState<Person[] | null>(null)
  const [more, setMore] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  useEffect(() => {
    const left = new AbortController()
    const show = (found: Person[]) => {
      setPeople(found)
      setMore(found.length === page)
    }
    ask(list, undefined, left.signal).then(
      show,
      (problem) => !left.signal.aborted && setError(asApiError(problem).message),
    )
    return () => left.abort()
  }, [list])

  const load = async () => {
    setBusy(true)
    setError(null)
    try {
      const found = await ask(list, people?.at(-1)?.userId)
      setPeople([...(people ?? []), ...found])
      setMore(found.length === page)
    } catch (problem) {
      setError(asApiError(problem).message)
    } finally {
      setBusy(false)
    }
  }

  if (!people) return error ? <TryAgain failed={error} ask={load} /> : <Skeleton lines={4} />
  if (people.length === 0) return <EmptyState title="No users found." />
  return (
    <div className={css.people}>
      <ul className={css.list}>
        {people.map((person) => (
          <Row
            key={person.userId}
            person={person}
            onChange={onChange}
            // Whom one follows no longer isn't in the list of those one follows.
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
          error={error}
          onMore={() => void load()}
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
      <Avatar name={userName} src={avatarOf(userId, userName)} />
      <Link to={`/user/${userId}`} className={css.name}>
        {userName}
      </Link>
      <Button
        size="small"
        look={follow.on ? 'secondary' : 'primary'}
        aria-label={`${follow.on ? 'Unfollow' : 'Follow'} ${userName}`}
        onClick={follow.flip}
      >
        {follow.on ? 'UNFOLLOW' : 'FOLLOW'}
      </Button>
    </li>
  )
}
