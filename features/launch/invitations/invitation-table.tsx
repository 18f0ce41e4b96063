import { useState } from 'react'
import { cityCoveragePath } from '#features/admin/links/listed.ts'
import { dayColumn, type Column } from '#features/admin/table/column.ts'
import { ListTable } from '#features/admin/table/data-table.tsx'
import { createListCall, refetchLists } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import type { Output } from '#platform/contract/wire.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import css from '../launch.module.css'

type Invitation = Output<'GET /admin/invitations'>['items'][number]

const list = createListCall('GET /admin/invitations')

const columns: Column<Invitation, SortColumn<'GET /admin/invitations'>>[] = [
  { id: 'campaign', label: 'Campaign', sort: 'campaign' },
  {
    id: 'cityName',
    label: 'City',
    sort: 'cityName',
    to: ({ citySlug }) => cityCoveragePath(citySlug),
  },
  {
    id: 'link',
    label: 'Link',
    value: linkOf,
    cell: (invitation) => <CopiedLink of={invitation} />,
  },
  { id: 'opened', label: 'Opened', sort: 'opened', number: true },
  { id: 'joined', label: 'Joined', sort: 'joined', number: true },
  { id: 'firstFavorites', label: 'First favorites', sort: 'firstFavorites', number: true },
  {
    id: 'ended',
    label: 'State',
    value: ({ ended }) => (ended ? 'Ended' : 'Open'),
    choices: { false: 'Open', true: 'Ended' },
    short: true,
  },
  dayColumn('createdAt', 'Made', ({ createdAt }) => createdAt, 'createdAt'),
]

function linkOf({ code }: Invitation) {
  return new URL(`/?via=${code}`, location.origin).href
}

function CopiedLink({ of: invitation }: { of: Invitation }) {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(linkOf(invitation)).then(
      () => toast({ text: 'Link copied.' }),
      () => toast({ text: 'The link could not be copied. Select it instead.', tone: 'bad' }),
    )
  return (
    <span className={css.link}>
      {linkOf(invitation).replace(/^https?:\/\//, '')}
      <InlineButton onClick={() => void copy()}>
        Copy
        <span className="visually-hidden">{` the link of ${invitation.campaign}`}</span>
      </InlineButton>
    </span>
  )
}

const columnsOfCity = columns.filter(({ id }) => id !== 'cityName')

/** A table of invitations, of one city or of all, in which they are ended and reopened. */
export function InvitationTable({ citySlug, empty }: { citySlug?: string; empty: string }) {
  const [input] = useState(() => (citySlug ? { citySlug } : {}))
  const toast = useToast()

  async function setEnded(all: readonly Invitation[], how: 'end' | 'reopen') {
    let problem: string | null = null
    for (const { id } of all)
      await (
        how === 'end'
          ? api('POST /admin/invitations/:id/end', { id })
          : api('POST /admin/invitations/:id/reopen', { id })
      ).catch((error: unknown) => {
        problem = asApiError(error).message
      })
    if (problem) toast({ text: problem, tone: 'bad' })
    else
      toast({
        text: `${countWithNoun(all.length, 'invitation')} ${how === 'end' ? 'ended' : 'reopened'}.`,
        ...(how === 'end' && {
          action: { label: 'Undo', onPress: () => void setEnded(all, 'reopen') },
        }),
      })
    await refetchLists()
  }

  return (
    <ListTable
      name="Invitations"
      caption="Invitations, the newest first"
      columns={citySlug ? columnsOfCity : columns}
      list={list}
      input={input}
      empty={empty}
      renderChosen={(chosen, clear) => {
        const change = (how: 'end' | 'reopen') => {
          clear()
          void setEnded(
            chosen.filter(({ ended }) => ended === (how === 'reopen')),
            how,
          )
        }
        return (
          <>
            {chosen.some(({ ended }) => !ended) && (
              <Button variant="secondary" size="small" onClick={() => change('end')}>
                End
              </Button>
            )}
            {chosen.some(({ ended }) => ended) && (
              <Button variant="secondary" size="small" onClick={() => change('reopen')}>
                Reopen
              </Button>
            )}
          </>
        )
      }}
    />
  )
}
