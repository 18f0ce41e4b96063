import { useStored } from '#platform/web/storage/stored.ts'
import { useSession, wasSessionRefused } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'

/** Says why members have to log in again whose session was ended elsewhere, as by a new password. */
export function EndedElsewhere() {
  const wasRefused = useStored(wasSessionRefused)
  const { isLogged } = useSession()
  return (
    <Banner tone="warn">
      {wasRefused &&
        !isLogged &&
        'Your session here has ended, as after a new password. Please log in again.'}
    </Banner>
  )
}
