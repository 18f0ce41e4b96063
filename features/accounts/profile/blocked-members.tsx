import { useRevalidator } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import css from './account-page.module.css'

type Blocked = Output<'GET /follow/blocked'>

/** The members that the viewer has blocked, each with a button to unblock them: no search finds them. */
export function BlockedMembers({ first }: { first: Blocked }) {
  if (first.length === 0) return null
  return (
    <section className={css.panel} aria-labelledby="blocked">
      <h2 id="blocked">Members you have blocked</h2>
      <p className={css.hint}>
        Neither of you finds the other by search or can follow them, and you get no notices of what
        they do.
      </p>
      <ul className={css.rows}>
        {first.map((member) => (
          <BlockedMember key={member.userId} {...member} />
        ))}
      </ul>
    </section>
  )
}

function BlockedMember({ userId, userName }: Blocked[number]) {
  const { busy, error, run } = useCall('DELETE /follow/block')
  const { revalidate } = useRevalidator()

  async function unblock() {
    if (await run({ userId })) await revalidate()
  }
  return (
    <li className={css.row}>
      <div className={css.name}>
        <Link to={`/user/${userId}`} className="lone-link">
          {userName}
        </Link>
        <Banner tone="bad">{error?.message}</Banner>
      </div>
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        aria-label={`Unblock ${userName}`}
        onClick={() => void unblock()}
      >
        Unblock
      </Button>
    </li>
  )
}
