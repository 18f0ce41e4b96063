import { useEffect } from 'react'
import { Link } from '#platform/web/navigation/link.tsx'
import { storedValue, useStored } from '#platform/web/storage/stored.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import css from './welcome.module.css'

/** Id of the member who has just joined on this device and hasn't dismissed the welcome; 0 if there is none. */
export const justJoinedMemberId = storedValue<number>('just-joined', 0, (json) =>
  typeof json === 'number' ? json : undefined,
)

/**
 * Welcomes a newcomer on every page and tells them to open the mailed link, until they dismiss it or verify, here or
 * elsewhere.
 */
export function Welcome() {
  const joined = useStored(justJoinedMemberId)
  const { isLogged, id, name, email, verified } = useSession()
  const isShown = isLogged && !verified && joined === id
  useEffect(() => {
    if (!isShown) return undefined
    // Visitors and verified members don't download it.
    const watching = import('./verified-elsewhere.ts').then(({ watchVerifiedSession }) =>
      watchVerifiedSession(),
    )
    return () => void watching.then((stop) => stop())
  }, [isShown])
  if (!isShown) return null
  const [box, host] = email.split('@')
  return (
    <div className={css.welcome} data-notice>
      <Banner
        tone="good"
        action={
          <Button variant="quiet" size="small" onClick={() => justJoinedMemberId.remove()}>
            Got it
          </Button>
        }
      >
        {email ? (
          <>
            Welcome, {name}! We have sent a mail to {box}
            <wbr />@{host}: open its link, so that all you do counts. If none comes,{' '}
            <Link to="/account">ask again later</Link>.
          </>
        ) : (
          <>
            Welcome, {name}! <Link to="/account">Add an e-mail to your account</Link>, so that all
            you do counts.
          </>
        )}
      </Banner>
    </div>
  )
}
