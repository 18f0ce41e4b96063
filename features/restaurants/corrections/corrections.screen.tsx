import { AdminPage } from '#features/admin/frame.tsx'
import { adminMemberPath } from '#features/admin/paths.ts'
import { dayText } from '#features/admin/table.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { List, Row } from '#platform/web/ui/page/layout.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import type { Correction } from './contract.ts'
import { fieldLabels } from './fields.ts'

export const handle: Handle = { title: 'Corrections', browserOnly: true }

export const Component = () => (
  <AdminPage title="Corrections">
    <Corrections />
  </AdminPage>
)

function Corrections() {
  const { data, error, retry } = useLoadOnChange('GET /admin/corrections', {})
  if (error) return <TryAgain message={error.message} onRetry={retry} />
  if (!data) return <Skeleton lines={6} />
  if (data.items.length === 0) return <EmptyState title="No correction waits." />
  return (
    <List label="Corrections">
      {data.items.map((correction) => (
        <li key={correction.id}>
          <OpenCorrection correction={correction} onDecided={retry} />
        </li>
      ))}
    </List>
  )
}

type Props = { correction: Correction; onDecided: () => void }

function OpenCorrection({ correction, onDecided }: Props) {
  const { id, field, before, after, restaurantId, restaurantName, cityName } = correction
  const accept = useCall('POST /admin/corrections/:id/accept')
  const decline = useCall('POST /admin/corrections/:id/decline')
  const decide = async (call: typeof accept | typeof decline) => {
    if (await call.run({ id })) onDecided()
  }
  return (
    <Panel>
      <p>
        <Link to={`/restaurant/${restaurantId}`}>{restaurantName}</Link>, {cityName}
      </p>
      <p>
        <strong>{fieldLabels[field]}:</strong> <del>{before || 'NOT FOUND'}</del>{' '}
        <ins>{after || 'NOT FOUND'}</ins>
      </p>
      <p>
        Proposed by{' '}
        <Link to={adminMemberPath({ id: correction.userId })}>{correction.userName}</Link> on{' '}
        {dayText(correction.at)}
      </p>
      <Banner tone="bad">{accept.error?.message ?? decline.error?.message}</Banner>
      <Row>
        <Button size="small" busy={accept.busy} onClick={() => void decide(accept)}>
          Accept
        </Button>
        <Button
          variant="secondary"
          size="small"
          busy={decline.busy}
          onClick={() => void decide(decline)}
        >
          Decline
        </Button>
      </Row>
    </Panel>
  )
}
