import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ArrowLeftRight } from 'lucide-react'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { AdminPage } from '#features/admin/frame.tsx'
import { adminItemPath, adminRestaurantPath, mergePath } from '#features/admin/paths.ts'
import { parseId } from '#platform/text/id.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { useLoad, useLoadOnChange } from '#platform/web/api/use-load.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import type { MergeCandidate, MergeKind, MergeSide } from './contract.ts'
import css from './merge.module.css'

export const handle: Handle = { title: 'Merge', browserOnly: true }

export const Component = () => (
  <AdminPage title="Merge">
    <Merge />
  </AdminPage>
)

function Merge() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const kind = search.get('kind') === 'item' ? 'item' : 'restaurant'
  const goes = parseId(search.get('goes'))
  const stays = parseId(search.get('stays'))
  const choose = (from: number, into?: number) => void navigate(mergePath(kind, from, into))
  if (!goes)
    return (
      <FindOther kind="restaurant" label="Restaurant that goes" onChoose={({ id }) => choose(id)} />
    )
  return stays ? (
    <Compared kind={kind} goes={goes} stays={stays} onSwap={() => choose(stays, goes)} />
  ) : (
    <ChooseOther kind={kind} goes={goes} onChoose={({ id }) => choose(goes, id)} />
  )
}

type FindProps = {
  kind: MergeKind
  label: string
  id?: number
  onChoose: (candidate: MergeCandidate) => void
}

function FindOther({ kind, label, id, onChoose }: FindProps) {
  const { load } = useLoad('GET /admin/merge/candidates')
  return (
    <div className={css.find}>
      <Combobox<MergeCandidate>
        label={label}
        load={(q) => load({ kind, id, q })}
        itemToString={({ name }) => name}
        itemToKey={(candidate) => candidate.id}
        renderItem={(candidate) => (
          <>
            {candidate.name}
            <small>{aboutText(candidate)}</small>
          </>
        )}
        onSelect={(candidate) => candidate && onChoose(candidate)}
      />
    </div>
  )
}

const aboutText = ({ about, yoloCount }: MergeCandidate) =>
  `${about} · ${countWithNoun(yoloCount, 'yolo')}`

type ChooseProps = Pick<FindProps, 'kind' | 'onChoose'> & { goes: number }

/** Offers what is similar to the one that goes, and a field to find another. */
function ChooseOther({ kind, goes, onChoose }: ChooseProps) {
  const { data, error, retry } = useLoadOnChange('GET /admin/merge/candidates', { kind, id: goes })
  if (error) return <TryAgain message={error.message} onRetry={retry} />
  if (!data) return <Skeleton lines={6} />
  return (
    <>
      <h2>Merge into …</h2>
      <ul className={css.similar} aria-label="Similar">
        {data.map((candidate) => (
          <li key={candidate.id}>
            <Link to={mergePath(kind, goes, candidate.id)}>{candidate.name}</Link>
            <small>{aboutText(candidate)}</small>
          </li>
        ))}
      </ul>
      {data.length === 0 && <p>Nothing similar found.</p>}
      <FindOther
        kind={kind}
        id={goes}
        label={kind === 'item' ? 'Dish that stays' : 'Restaurant that stays'}
        onChoose={onChoose}
      />
    </>
  )
}

type ComparedProps = { kind: MergeKind; goes: number; stays: number; onSwap: () => void }

/** Shows both side by side, and merges them after a confirmation. */
function Compared({ kind, goes, stays, onSwap }: ComparedProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const input = { kind, from: goes, into: stays }
  const { data, error, retry } = useLoadOnChange('GET /admin/merge/comparison', input)
  const call = useCall(kind === 'item' ? 'POST /items/:id/merge' : 'POST /restaurants/:id/merge')
  if (error) return <TryAgain message={error.message} onRetry={retry} />
  if (!data) return <Skeleton lines={8} />
  const { goes: first, stays: second } = data
  const merge = async () => {
    const done = await call.run({ id: goes, into: stays })
    setAsking(false)
    if (!done) return
    toast(`${first.name} is merged into ${done.name}.`)
    await navigate(
      kind === 'item' ? adminItemPath(stays, done.name) : adminRestaurantPath(stays, done.name),
    )
  }
  return (
    <>
      <h2>
        Merge {first.name} into {second.name}
      </h2>
      <SideBySide kind={kind} goes={first} stays={second} />
      <Banner tone="bad">{call.error?.message}</Banner>
      <Row>
        <Button onClick={() => setAsking(true)}>Merge</Button>
        <Button variant="secondary" icon={<ArrowLeftRight />} onClick={onSwap}>
          Swap: the other one stays
        </Button>
      </Row>
      <ConfirmDialog
        open={isAsking}
        title={`Merge ${first.name} into ${second.name}?`}
        yes="Yes"
        no="No"
        danger
        busy={call.busy}
        onYes={() => void merge()}
        onNo={() => setAsking(false)}
      >
        <p>The first one’s page leads to the second one from then on. This can’t be undone.</p>
      </ConfirmDialog>
    </>
  )
}

const facts: [label: string, of: (side: MergeSide) => string, kind?: MergeKind][] = [
  ['Restaurant', ({ restaurantName }) => restaurantName, 'item'],
  ['Category', ({ categoryId }) => categoryById(categoryId ?? 0)?.name ?? '', 'item'],
  ['Address', ({ address }) => address],
  ['Phone', ({ phone }) => phone ?? '', 'restaurant'],
  ['Website', ({ website }) => website ?? '', 'restaurant'],
  ['Dishes', ({ itemCount }) => String(itemCount), 'restaurant'],
  ['Yolos', ({ yoloCount }) => String(yoloCount)],
  ['Votes', ({ upvoteCount }) => String(upvoteCount)],
  ['Photos', ({ photoCount }) => String(photoCount)],
  ['Reports', ({ reportCount }) => String(reportCount)],
]

function SideBySide({ kind, goes, stays }: { kind: MergeKind; goes: MergeSide; stays: MergeSide }) {
  const path = kind === 'item' ? adminItemPath : adminRestaurantPath
  return (
    <table className={css.table}>
      <caption className="visually-hidden">The two side by side</caption>
      <thead>
        <tr>
          <th scope="col">Fact</th>
          {[goes, stays].map((side) => (
            <th key={side.id} scope="col">
              {side === goes ? 'Goes: ' : 'Stays: '}
              <Link to={path(side.id, side.name)}>{side.name}</Link>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.map(([label, of, only]) =>
          only && only !== kind ? null : (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{of(goes) || '–'}</td>
              <td>{of(stays) || '–'}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}
