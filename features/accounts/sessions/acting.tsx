import { useSession, useActingUser } from '#platform/web/session/session.ts'
import { readerLocale } from '#platform/web/reader-locale.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import css from '../sign-up/welcome.module.css'

/** Shows on every page that an admin acts as another user, until when, and how to stop. */
export function ActingBanner() {
  const own = useActingUser()
  const { id, name, expires } = useSession()
  if (!own || !expires) return null
  const time = new Intl.DateTimeFormat(readerLocale(), { timeStyle: 'short' })
  return (
    <div className={css.welcome} data-notice>
      <Banner
        tone="warn"
        action={
          <LinkButton variant="secondary" size="small" to="/logout">
            Back to {own.name}
          </LinkButton>
        }
      >
        You act as {name} (user {id}) until {time.format(new Date(expires))}.
      </Banner>
    </div>
  )
}
