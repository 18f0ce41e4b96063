import { useNavigate, useRevalidator } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import { readerLocale } from '#platform/web/reader-locale.ts'
import { forgetUnsaved } from '#platform/web/ui/overlay/unsaved.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useKeptFocus } from '#platform/web/ui/list/use-kept-focus.ts'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import css from '../profile/account-page.module.css'

export function Sessions({ sessions }: { sessions: Output<'GET /sessions'> }) {
  const end = useCall('DELETE /sessions/:id')
  const endAll = useCall('DELETE /sessions')
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const box = useKeptFocus<HTMLElement>()
  const when = new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'medium', timeStyle: 'short' })

  async function endOne(id: string) {
    await end.run({ id })
    await revalidate()
  }
  async function everywhere() {
    if ((await endAll.run({})) === undefined) return
    // Leaves this page before the session ends here, because a page for members would redirect to the log-in.
    forgetUnsaved()
    await navigate('/logout')
  }

  return (
    <section ref={box} className={css.panel} aria-labelledby="sessions">
      <h2 id="sessions">Where you are logged in</h2>
      <Banner tone="bad">{(end.error ?? endAll.error)?.message}</Banner>
      <ul className={css.rows}>
        {sessions.map(({ id, device, lastUsedAt, current }) => (
          <li key={id} className={css.row}>
            <div>
              <strong>{device}</strong>
              <div className={css.hint}>
                {current ? 'This device, now' : `Last used ${when.format(new Date(lastUsedAt))}`}
              </div>
            </div>
            {!current && (
              <Button
                variant="secondary"
                size="small"
                aria-label={`Log out ${device}`}
                onClick={() => void endOne(id)}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Row>
        <Button variant="secondary" busy={endAll.busy} onClick={() => void everywhere()}>
          Log out everywhere
        </Button>
      </Row>
    </section>
  )
}
