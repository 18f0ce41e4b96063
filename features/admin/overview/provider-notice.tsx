import { useQuery } from '@tanstack/react-query'
import type { Output } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { dateTimeText } from '../table/column.ts'
import css from './overview.module.css'

const route = 'GET /admin/place-provider'
type Provider = Output<typeof route>['provider']
type Outage = NonNullable<Output<typeof route>['outage']>

const names: Record<Provider, string> = { embedded: '', google: 'Google Places', photon: 'Photon' }
const reasons: Record<Outage['reason'], string> = {
  quota: 'its quota is used up',
  refused: 'it refuses our key',
  forbidden: 'it refuses our questions',
  'time-out': 'it doesn’t answer in time',
  outage: 'it can’t be reached',
  malformed: 'its answers can’t be read',
}

/** Warns if the place provider is unavailable; otherwise shows nothing. */
export function ProviderNotice() {
  const { id } = useSession()
  const { data } = useQuery({
    queryKey: ['place-provider', id],
    queryFn: async ({ signal }) => {
      const answer = await api(route, {}, { signal })
      const waits = answer.outage !== null && new Date(answer.outage.askAgainAt) > new Date()
      return { ...answer, waits }
    },
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
  })
  const { outage, provider = 'embedded', waits } = data ?? {}
  return (
    <>
      <Banner tone="warn">
        {outage &&
          `${names[provider]} has been away since ${dateTimeText(outage.since)}: ${why(provider, outage)}.`}
      </Banner>
      {outage && (
        <p className={css.how}>
          Meanwhile cities and restaurants are suggested from what the site itself knows; members
          can still add a missing restaurant. It was last asked at {dateTimeText(outage.askedAt)};
          the first search {waits ? `after ${dateTimeText(outage.askAgainAt)}` : 'from now on'} asks
          it again.
        </p>
      )}
    </>
  )
}

// Photon has no key, so a refusal can't be about one.
const why = (provider: Provider, { reason }: Outage) =>
  reasons[provider === 'photon' && reason === 'refused' ? 'forbidden' : reason]
