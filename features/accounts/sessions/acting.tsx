import { useSession, useActingUser } from '#platform/web/session/session.ts'
import { readerLocale } from '#platform/web/reader-locale.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'

/** Shows on every page that an admin acts as another user, until when, and how to stop. */
export function ActingBanner() {
  const own = useActingUser()
  const { id, name, expires } = useSession()
  if (!own || !expires) return null
  const time = new Intl.DateTimeFormat(readerLocale(), { timeStyle: 'short' })
  return (
    <Content>
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
    </Content>
  )
}
