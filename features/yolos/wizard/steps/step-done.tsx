import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { ContestOptInPrompt, useUnansweredContests } from '#features/contests/pages/own-contest.tsx'
import { PushPrompt, usePushQuestion } from '#features/notifications/push/push-prompt.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { useWaitingEntries } from '#platform/web/queue/waiting-lines.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { TagsDialog } from '../../edit/tags-dialog.tsx'
import { yoloKey } from '../../yolo-key.ts'
import { changeDraft, useDraft, type SavedYolo } from '../draft.ts'
import { UndoReplace } from '../quota-filled.tsx'
import { QuickSaveFollowUp, useQueueKeptPhoto } from '../saved-quickly.tsx'
import { useIsAskedAbout } from '../sent-save.ts'
import css from '../wizard.module.css'
import { stepHeadingId, WizardStep } from '../wizard.tsx'

export function DoneStep() {
  const { saved } = useDraft()
  if (!saved) return null
  return saved.waits === undefined ? <Saved saved={saved} /> : <Kept saved={saved} />
}

/**
 * The last step if the favorite waits on this device. It neither redirects to My Page nor puts it first, because it may
 * not be on this device.
 */
function Kept({ saved }: { saved: SavedYolo }) {
  const { itemName, restaurantName } = saved
  const isPhotoKept = useWaitingEntries().some(({ after }) => after?.entry === saved.waits)
  const isAskedAbout = useIsAskedAbout(saved)
  useQueueKeptPhoto(saved)
  return (
    <WizardStep title="Kept on this device." noBack>
      <Panel tone="basil">
        <p className={css.place}>{itemName}</p>
        <p>{restaurantName}</p>
      </Panel>
      <p>
        {isAskedAbout
          ? 'It couldn’t be saved, and needs your answer.'
          : `It is sent once Yolo is open with a network${isPhotoKept ? ', with its photo' : ''}. You can close this page until then.`}
      </p>
      <Stack gap={3}>
        <LinkButton wide to="/add-yolo">
          Add another favorite
        </LinkButton>
        <LinkButton wide variant="quiet" to="/my-page">
          My Page
        </LinkButton>
      </Stack>
    </WizardStep>
  )
}

/** A link to its list, unless that leaves the dish out. */
function SeeItListed({ saved: { categoryId, citySlug, unconfirmed } }: { saved: SavedYolo }) {
  const category = categoryById(categoryId)
  if (!category || unconfirmed) return null
  const { slug } = category
  return (
    <LinkButton wide variant="secondary" to={citySlug ? `/${slug}/${citySlug}` : `/${slug}`}>
      See it among the {pluralNoun(category.id)}
    </LinkButton>
  )
}

function Saved({ saved }: { saved: SavedYolo }) {
  const { quick } = useDraft()
  const { verified } = useSession()
  const contests = useUnansweredContests()
  const asks = usePushQuestion() || contests.length > 0
  const category = categoryById(saved.categoryId)
  if (!category) return null
  const { itemName, restaurantName, withdrawnFrom, unconfirmed } = saved
  // These categories have tags but no tags step in the wizard, so without this offer no dish would match the tag
  // filter.
  const offersTags = !quick && category.hasTags && !category.tagsInWizard
  return (
    <WizardStep title={quick ? 'Saved. Add words or tags?' : 'Yolo added.'} noBack>
      <Panel tone="basil">
        <p className={css.place}>{itemName}</p>
        <p>
          {restaurantName} · {category.name}
        </p>
        {unconfirmed && (
          <p>
            Others see it once{' '}
            {verified ? 'you are no longer held' : 'you have verified your e-mail'}.
          </p>
        )}
        {withdrawnFrom !== undefined && <Withdrawn from={withdrawnFrom} />}
      </Panel>
      {/* If an Undo is offered, My Page doesn’t open by itself, so that there is time for it. */}
      {!quick && !saved.replaced && <GoesOnLater asks={asks} />}
      <UndoReplace saved={saved} />
      {quick && <QuickSaveFollowUp saved={saved} />}
      {offersTags && <OfferTags saved={saved} />}
      <Stack gap={3}>
        <LinkButton wide to="/my-page">
          My Page
        </LinkButton>
        <SeeItListed saved={saved} />
        <LinkButton wide variant="quiet" to={quick ? '/add-yolo?camera=1' : '/add-yolo'}>
          Add another favorite
        </LinkButton>
      </Stack>
      <ContestOptInPrompt open={contests} />
      <PushPrompt />
    </WizardStep>
  )
}

/**
 * Says that My Page opens soon, unless the page asks something. Its height is constant, because it changes at the first
 * tap and mustn't move what is tapped.
 */
function GoesOnLater({ asks }: { asks: boolean }) {
  const { staying, stay, said } = useRedirectLater('/my-page', asks)
  const goesOn = said && !asks && `My Page opens in ${countWithNoun(seconds, 'second')}.`
  return (
    <div className={css.goingOn}>
      <output>{staying ? 'You stay on this page.' : goesOn}</output>
      {!staying && !asks && (
        <Button variant="secondary" onClick={stay}>
          Stay here
        </Button>
      )}
    </div>
  )
}

const Withdrawn = ({ from }: { from: number }) => (
  <p>
    Your upvote of it is withdrawn: a favorite counts by itself. It has{' '}
    {countWithNoun(from, 'upvote')}.
  </p>
)

function OfferTags({ saved }: { saved: SavedYolo }) {
  const { id, itemName, categoryId, tags = [] } = saved
  const [adding, setAdding] = useState(false)
  const isUnsent = useWaitingEntries().some(({ about }) => about === yoloKey(saved))
  const tagged = tags.length > 0
  const close = () => setAdding(false)
  const keep = (chosen: number[]) => changeDraft({ saved: { ...saved, tags: chosen } })
  return (
    <>
      {!tagged && (
        <Stack gap={3}>
          <p>Which chain, what kind? Tags help others find it.</p>
          <div>
            <Button variant="secondary" onClick={() => setAdding(true)}>
              Add tags
            </Button>
          </div>
        </Stack>
      )}
      <Banner tone="good">{tagged && !isUnsent && 'Your tags are saved.'}</Banner>
      <Banner>{tagged && isUnsent && 'Your tags wait on this device to be sent.'}</Banner>
      {adding && (
        <TagsDialog
          yoloId={id}
          itemName={itemName}
          category={categoryId}
          set={tags}
          onClose={close}
          onKept={keep}
          onSaved={(chosen) => {
            close()
            keep(chosen)
          }}
        />
      )}
    </>
  )
}

const seconds = 3
const signs = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Redirects after a few seconds, unless it is `held` or the member taps, presses a key or scrolls, which shows that they still use this
 * page. The redirect replaces the history entry, so that BACK doesn't return here.
 */
function useRedirectLater(to: string, held: boolean) {
  const navigate = useNavigate()
  const [staying, setStaying] = useState(false)
  // Screen readers announce changes in a live region but not its initial text, so the text is added later.
  const [said, setSaid] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(true), 100)
    return () => clearTimeout(timer)
  }, [])
  const stay = () => setStaying(true)
  // If the removed "Stay here" button had the focus, the heading gets the focus.
  useEffect(() => {
    if (staying && document.activeElement === document.body)
      document.getElementById(stepHeadingId)?.focus({ preventScroll: true })
  }, [staying])
  useEffect(() => {
    if (staying) return undefined
    const stop = () => setStaying(true)
    const timer = held
      ? undefined
      : setTimeout(() => void navigate(to, { replace: true }), seconds * 1000)
    for (const sign of signs) addEventListener(sign, stop, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, stop)
    }
  }, [staying, held, to, navigate])
  return { staying, stay, said }
}
