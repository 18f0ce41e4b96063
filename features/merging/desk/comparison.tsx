import { useState } from 'react'
import { useNavigate } from 'react-router'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { UpLink } from '#platform/web/ui/page/page-head.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { refetchAllBut, useWholeList } from '#features/admin/table/use-all-rows.ts'
import { Ask } from './ask.tsx'
import css from './merge.module.css'
import { Moves } from './moves.tsx'
import { milesText } from './of-restaurant.tsx'
import { SideBySide } from './side-by-side.tsx'
import { useMerging } from './use-merging.ts'
import { comparisonPage, mergeWith, type Pair } from '#features/admin/links/merge.ts'

const nothing = () => []

/** The two side by side, what merging them would move, and the merging itself. */
export function Comparison({ pair }: { pair: Pair }) {
  const { kind, goes, stays } = pair
  const navigate = useNavigate()
  const { answer, error, again, stale } = useWholeList(
    'GET /admin/merge/comparison',
    { kind, from: goes, into: stays },
    nothing,
  )
  const [asking, setAsking] = useState(false)
  const merging = useMerging()
  if (!answer)
    return (
      <>
        <UpLink to="/admin/merge" label="Merge" />
        <h1 className={css.title}>Merge two {kind === 'item' ? 'dishes' : 'restaurants'}</h1>
        {error ? (
          <TryAgain failed={(error as Error).message} ask={again} busy={stale} />
        ) : (
          <Skeleton lines={8} />
        )}
      </>
    )
  // While the other way round is asked for, what is shown is of before.
  const behind = answer.goes.id !== goes || answer.stays.id !== stays
  const home = answer.stays.restaurantId
  const swap = () =>
    navigate(comparisonPage({ kind, goes: stays, stays: goes }), {
      replace: true,
      preventScrollReset: true,
    })
  const merge = async () => {
    const done = await merging.merge(pair, answer)
    setAsking(false)
    if (!done) return
    await navigate(mergeWith(home), { state: { merged: true } })
    await refetchAllBut('GET /admin/merge/comparison')
  }
  return (
    <>
      <UpLink to={mergeWith(home)} label={answer.stays.restaurantName} />
      <h1 className={css.title}>
        Merge {answer.goes.name} into {answer.stays.name}
      </h1>
      <Banner tone="warn">
        {answer.far
          ? `They are ${milesText(answer.miles)} apart: more than a quarter of a mile.`
          : answer.namesNear
            ? null
            : 'Their names are not alike. Are these two really one?'}
      </Banner>
      <div className={css.compared} aria-busy={behind}>
        <SideBySide kind={kind} comparison={answer} />
        <Moves kind={kind} comparison={answer} />
      </div>
      <Banner tone="bad">{merging.error ?? (error as Error | null)?.message}</Banner>
      <Row>
        <Button busy={behind || merging.busy} onClick={() => setAsking(true)}>
          Merge
        </Button>
        <Button look="secondary" icon={<ArrowLeftRight />} onClick={() => void swap()}>
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
