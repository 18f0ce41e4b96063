import { useState } from 'react'
import { useNavigate } from 'react-router'
import ArrowLeftRight from 'virtual:icons/arrow-left-right'
import admin from '#features/admin/frame/admin.module.css'
import {
  mergeComparisonPath,
  type MergeKind,
  findDuplicatesPath,
  type MergePair,
} from '#features/admin/links/merge.ts'
import { refetchListsExcept, useWholeList } from '#features/admin/table/use-list-pages.ts'
import type { Output } from '#platform/contract/wire.ts'
import { formatDistanceApart, type DistanceUnit } from '#platform/text/distance.ts'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { UpLink } from '#platform/web/ui/page/page-header.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import css from './merge.module.css'
import { SideBySide } from './side-by-side.tsx'
import { useMerging } from './use-merging.ts'

type Compared = Output<'GET /admin/merge/comparison'>

const nothing = () => []

/** Shows two dishes or restaurants side by side and what a merging would move. Merges them once the admin confirms. */
export function Comparison({ pair }: { pair: MergePair }) {
  const { kind, goes, stays } = pair
  const navigate = useNavigate()
  const { answer, error, again, stale } = useWholeList(
    'GET /admin/merge/comparison',
    { kind, from: goes, into: stays },
    nothing,
  )
  const [asking, setAsking] = useState(false)
  const unit = useDistanceUnit()
  const merging = useMerging()
  if (!answer)
    return (
      <>
        <UpLink to="/admin/merge" label="Merge" />
        <h1 className={css.title}>Merge two {kind === 'item' ? 'dishes' : 'restaurants'}</h1>
        {error ? (
          <TryAgain message={(error as Error).message} onRetry={again} busy={stale} />
        ) : (
          <Skeleton lines={8} />
        )}
      </>
    )
  // After a swap, the old comparison is shown until the new one has loaded.
  const behind = answer.goes.id !== goes || answer.stays.id !== stays
  const home = answer.stays.restaurantId
  const swap = () =>
    navigate(mergeComparisonPath({ kind, goes: stays, stays: goes }), {
      replace: true,
      preventScrollReset: true,
    })
  const merge = async () => {
    const done = await merging.merge(pair, answer)
    setAsking(false)
    if (!done) return
    await navigate(findDuplicatesPath(home), { state: { merged: true } })
    await refetchListsExcept('GET /admin/merge/comparison')
  }
  return (
    <>
      <UpLink to={findDuplicatesPath(home)} label={answer.stays.restaurantName} />
      <h1 className={css.title}>
        Merge {answer.goes.name} into {answer.stays.name}
      </h1>
      <Banner tone="warn">{doubtAbout(answer, unit)}</Banner>
      <div className={css.compared} aria-busy={behind}>
        <Stack>
          <SideBySide kind={kind} comparison={answer} />
          <section className={admin.group} aria-labelledby="moves">
            <h2 id="moves">What would move</h2>
            <ul>
              {movesOf(kind, answer).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        </Stack>
      </div>
      <Banner tone="bad">{merging.error ?? (error as Error | null)?.message}</Banner>
      <Row>
        <Button busy={behind || merging.busy} onClick={() => setAsking(true)}>
          Merge
        </Button>
        <Button variant="secondary" icon={<ArrowLeftRight />} onClick={() => void swap()}>
          Swap: the other one stays
        </Button>
      </Row>
      {asking && (
        <Ask
          kind={kind}
          comparison={answer}
          busy={merging.busy}
          onYes={() => void merge()}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}

function doubtAbout({ far, miles, namesNear }: Compared, unit: DistanceUnit) {
  const limit = unit === 'km' ? '400 meters' : 'a quarter of a mile'
  if (far)
    return `They are ${formatDistanceApart(miles, unit)} apart: more than ${limit}, so you will be asked twice.`
  return namesNear ? null : 'Their names are not alike. Are these two really one?'
}

type Props = {
  kind: MergeKind
  comparison: Compared
  busy: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks for confirmation, and once more if the two are far apart. */
function Ask({ kind, comparison, busy, onYes, onNo }: Props) {
  const { goes, stays, far, miles } = comparison
  const unit = useDistanceUnit()
  const [again, setAgain] = useState(false)
  return again ? (
    <ConfirmDialog
      key="again"
      open
      title={`They are ${formatDistanceApart(miles, unit)} apart`}
      yes="They are one: merge"
      no="No"
      danger
      busy={busy}
      onYes={onYes}
      onNo={onNo}
    >
      <p>{goes.address}</p>
      <p>{stays.address}</p>
      <p>Two branches of a chain are not one restaurant. Are you sure that these are?</p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      key="first"
      open
      title={`Merge ${goes.name} into ${stays.name}?`}
      yes="Yes"
      no="No"
      busy={busy}
      onYes={far ? () => setAgain(true) : onYes}
      onNo={onNo}
    >
      <p>
        {kind === 'item'
          ? 'The first leads to the second from then on.'
          : 'The first’s page leads to the second’s from then on, and its dishes are there.'}{' '}
        It can be undone until one of the two is merged again, deleted or moved.
      </p>
    </ConfirmDialog>
  )
}

/** Returns sentences about what the merging would move, with the numbers that the server counted. */
function movesOf(kind: MergeKind, { moves }: Compared): string[] {
  const { items, yolos, votes, reports, along } = moves
  const ofRestaurant = kind === 'restaurant'
  const gone = `, ${reports.dropped} of members who reported both ${pluralize(reports.dropped, 'goes', 'go')}`
  const lines: [isSaid: boolean, line: string][] = [
    [
      ofRestaurant,
      `${countWithNoun(items.moved, 'dish', 'dishes')} ${pluralize(items.moved, 'moves', 'move')} as ${pluralize(items.moved, 'it is', 'they are')}, with ${countWithNoun(along.yolos, 'yolo')} and ${countWithNoun(along.votes, 'vote')}.`,
    ],
    [
      ofRestaurant && items.joined > 0,
      `${countWithNoun(items.joined, 'dish', 'dishes')} ${pluralize(items.joined, 'becomes', 'become')} one with a dish of the same name.`,
    ],
    [
      !ofRestaurant || items.joined > 0,
      `${countWithNoun(yolos.moved, 'yolo')} and ${countWithNoun(votes.moved, 'vote')} ${pluralize(yolos.moved + votes.moved, 'moves', 'move')} to the dish that stays.`,
    ],
    [
      !ofRestaurant || items.joined > 0,
      yolos.joined === 0
        ? 'No member has saved both.'
        : `${countWithNoun(yolos.joined, 'member')} saved both: of ${pluralize(yolos.joined, 'their', 'each one’s')} two the older stays, with the words and tags of both and the newer photo.`,
    ],
    [
      votes.dropped > 0,
      `${countWithNoun(votes.dropped, 'vote')} ${pluralize(votes.dropped, 'goes', 'go')}: second ones, or for what is one’s own favorite then.`,
    ],
    [
      reports.moved + reports.dropped > 0,
      `${countWithNoun(reports.moved, 'report')} ${pluralize(reports.moved, 'moves', 'move')}${reports.dropped > 0 ? gone : ''}.`,
    ],
    [
      true,
      yolos.joined > 0
        ? 'Nobody goes over their three: anyone who saved both has a place more.'
        : 'Nobody goes over their three of a category.',
    ],
  ]
  return lines.flatMap(([isSaid, line]) => (isSaid ? [line] : []))
}
