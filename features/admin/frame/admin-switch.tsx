import { useNavigate } from 'react-router'
import { actAs, useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { isChiefAdmin } from '#domain/vocabulary/roles.ts'
import css from './admin.module.css'

/** Lets admin 514 act as user 20 for at most an hour. */
export function ActAsUserButton() {
  const { id } = useSession()
  const call = useCall('POST /login/20')
  const navigate = useNavigate()
  if (id === null || !isChiefAdmin({ id })) return null

  async function change() {
    const answer = await call.run({})
    if (!answer) return
    // Goes to the home page first, because this page would reload as user 20.
    await navigate('/home')
    actAs(answer)
  }
  return (
    <Stack gap={2}>
      <Banner tone="bad">{call.error?.message}</Banner>
      <Row gap={3}>
        <Button
          variant="secondary"
          size="small"
          busy={call.busy}
          aria-describedby="admin-switch"
          onClick={() => void change()}
        >
          ADMIN
        </Button>
        <span id="admin-switch" className={css.hint}>
          Act as user 20, for an hour at most.
        </span>
      </Row>
    </Stack>
  )
}
