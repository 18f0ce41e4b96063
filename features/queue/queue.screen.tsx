import { useSearchParams } from 'react-router'
import type { Handle } from '#platform/web/screen.tsx'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import { AdminPage } from '#features/admin/frame.tsx'
import { queueKindNames, queueKinds } from './limits.ts'
import { QueueList } from './queue-list.tsx'
import css from './queue.module.css'

export const handle: Handle = { title: 'Queue', browserOnly: true }

const states = [
  ['open', 'Waiting'],
  ['decided', 'Decided'],
] as const

const address = (kind: string | undefined, state: string) => {
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(state === 'decided' && { state }),
  })
  return query.size > 0 ? `/admin/queue?${query}` : '/admin/queue'
}

export const Component = () => (
  <AdminPage title="Queue">
    <Queue />
  </AdminPage>
)

function Queue() {
  const [search] = useSearchParams()
  const kind = queueKindNames.find((one) => one === search.get('kind'))
  const state = search.get('state') === 'decided' ? 'decided' : 'open'
  return (
    <>
      <nav aria-label="Queue" className={css.filters}>
        <Chips label="Kind">
          {[undefined, ...queueKindNames].map((one) => (
            <ChipLink key={one ?? 'all'} to={address(one, state)} current={one === kind}>
              {one ? queueKinds[one] : 'All'}
            </ChipLink>
          ))}
        </Chips>
        <Chips label="State">
          {states.map(([one, words]) => (
            <ChipLink key={one} to={address(kind, one)} current={one === state}>
              {words}
            </ChipLink>
          ))}
        </Chips>
      </nav>
      <QueueList key={`${kind} ${state}`} kind={kind} state={state} />
    </>
  )
}
