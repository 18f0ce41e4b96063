import { useState } from 'react'
import { followsPerPage } from '#features/follows/limits.ts'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import css from './account-page.module.css'

type Blocked = Output<'GET /follow/blocked'>

/**
 * The members whom the viewer has blocked, each with a button to unblock them: no search finds them. Nothing if there
 * are none. `first` is the first page of them.
 */
export function BlockedMembers({ first }: { first: Blocked }) {
  const [members, setMembers] = useState(first)
  const [more, setMore] = useState(first.length === followsPerPage)
  // A member who was unblocked stays in the list, to be blocked again, but no page begins behind them any more.
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set())
  const { load, busy, error } = useLoad('GET /follow/blocked')

  async function loadMore() {
    const { data } = await load({
      cursor: members.findLast(({ userId }) => !changed.has(userId))?.userId,
    })
    if (!data) return
    const known = new Set(members.map(({ userId }) => userId))
    setMembers([...members, ...data.filter(({ userId }) => !known.has(userId))])
    setMore(data.length === followsPerPage)
  }

  if (members.length === 0) return null
  return (
    <section className={css.panel} aria-labelledby="blocked">
      <h2 id="blocked">Members you have blocked</h2>
      <p className={css.hint}>
        Neither of you finds the other by search or can follow them, and you get no notices of what
        they do.
      </p>
      <ul className={css.rows}>
        {members.map((member) => (
          <BlockedMember
            key={member.userId}
            {...member}
            onChange={() => setChanged((before) => new Set(before).add(member.userId))}
          />
        ))}
      </ul>
      {more && (
        <LoadMore
          shown={members.length}
          of={['member', 'members']}
          busy={busy}
          error={error?.message ?? null}
          onMore={() => void loadMore()}
        />
      )}
    </section>
  )
}

function BlockedMember({
  userId,
  userName,
  onChange,
}: Blocked[number] & {
  onChange: () => void
}) {
  const [isBlocked, setBlocked] = useState(true)
  const block = useCall('POST /follow/block')
  const unblock = useCall('DELETE /follow/block')
  const { busy, error, run } = isBlocked ? unblock : block

  async function change() {
    if (!(await run({ userId }))) return
    setBlocked(!isBlocked)
    onChange()
  }
  return (
    <li className={`${css.row} ${css.member}`}>
      <div className={css.name}>
        <Link to={`/user/${userId}`} className="lone-link">
          {userName}
        </Link>
        <output className={css.hint}>{!isBlocked && 'Unblocked'}</output>
        <Banner tone="bad">{error?.message}</Banner>
      </div>
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        aria-label={`${isBlocked ? 'Unblock' : 'Block'} ${userName}`}
        onClick={() => void change()}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </Button>
    </li>
  )
}
