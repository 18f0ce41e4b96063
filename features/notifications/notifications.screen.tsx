import { lazy, Suspense } from 'react'
import type { Handle } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { loginPathReturningTo } from '#platform/web/navigation/next-path.ts'

const NotificationList = lazy(() => import('./notification-list.tsx'))

export const handle: Handle = { title: 'Notifications', browserOnly: true }

export function Component() {
  const { isLogged, id } = useSession()
  return (
    <Content width="list">
      <Stack gap={5}>
        <PageHeader
          title="Notifications"
          up={{ to: '/my-page', label: 'BACK' }}
          action={
            <LinkButton variant="secondary" size="small" to="/settings">
              Settings
            </LinkButton>
          }
        />
        {isLogged ? (
          <Suspense fallback={<Skeleton lines={6} />}>
            <NotificationList key={id} />
          </Suspense>
        ) : (
          <EmptyState
            title="Please log in"
            action={
              <LinkButton to={loginPathReturningTo({ pathname: '/notify', search: '' })}>
                Log in
              </LinkButton>
            }
          />
        )}
      </Stack>
    </Content>
  )
}
