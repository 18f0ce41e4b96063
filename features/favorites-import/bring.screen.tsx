import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { quota } from '#domain/quota.ts'
import { chosenCity, importCity, type ChosenCity } from '#features/places/chosen.ts'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import type { ApiError } from '#platform/web/api/api.ts'
import { useForgetOnLogIn } from '#platform/web/api/use-forget-on-log-in.ts'
import { forceRevalidation } from '#platform/web/navigation/forced-revalidation.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { useWhenOnline } from '#platform/web/when-online.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Tag } from '#platform/web/ui/list/chip.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx'
import { Content, List, Stack } from '#platform/web/ui/page/layout.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import css from './bring.module.css'
import { ChooseFiles } from './choose-files.tsx'
import { foundText } from './matching/found-text.ts'
import { findRestaurants, isToAsk, needsCity } from './matching/find-restaurants.ts'
import { MissingPlaces } from './missing-places.tsx'
import { PlaceRow } from './place-row.tsx'
import {
  type BroughtPlace,
  changePlaces,
  forgetPlaces,
  loadProgress,
  progress,
  useProgress,
  useCityOfPlaces,
} from './progress.ts'
import { chosenByCategory } from './quota.ts'
import { ReviewDialog, SaveError } from './review-dialog.tsx'
import { saveChosen } from './save-chosen.ts'
import { useSettleWaiting } from './settle-waiting.ts'
import { WhichCity } from './which-city.tsx'
import { WhereToGetFiles } from './where-to-get-files.tsx'

export const handle: Handle = { title: 'Bring your favorites', members: true }

export const loader = async ({ api }: LoaderArgs) => {
  const [counters] = await Promise.all([api('GET /user-categories', {}), loadProgress()])
  return { counters }
}

const atATime = 20
const sureness = ['sure', 'likely', 'several'] as const

export function Component() {
  const { counters } = useScreenData<typeof loader>()
  const { places, problems, reading, stopped } = useProgress()
  // Continues with the places that weren't looked up on an earlier visit because the page was closed first, and asks
  // again for those that weren't found once another city is chosen.
  useEffect(() => {
    const find = () => void findRestaurants()
    find()
    const stops = [chosenCity, importCity].map(({ subscribe }) => subscribe(find))
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  useWhenOnline(stopped !== null, findRestaurants)
  useSettleWaiting()
  const saved = new Map(counters.map(({ id, counter }) => [id, counter]))
  return (
    <Content width="list">
      <Stack gap={5}>
        <PageHeader title="Bring your favorites" up={{ to: '/account', label: 'Your account' }} />
        <p className={css.lead}>
          Choose files with places that you saved elsewhere. They are read on this device, and stay
          on it until you log out. To find the restaurants, names and positions are sent to us, and
          we don’t keep them. Nothing is public until you have looked at it and saved it.
        </p>
        <ChooseFiles busy={reading} more={places.length > 0} />
        {problems.length > 0 && (
          <Banner tone="warn">
            {problems.map((problem, n) => (
              <span key={`${n} ${problem}`} className={css.line}>
                {problem}
              </span>
            ))}
          </Banner>
        )}
        <Banner
          tone="bad"
          action={
            <Button size="small" variant="secondary" onClick={() => void findRestaurants()}>
              Go on
            </Button>
          }
        >
          {stopped}
        </Banner>
        {places.length === 0 ? <WhereToGetFiles /> : <Brought saved={saved} />}
      </Stack>
    </Content>
  )
}

/** Returns whether no restaurant was found for a place that could be looked for. */
const isMissing = (place: BroughtPlace, city: ChosenCity | null) =>
  place.match?.sure === 'none' && place.state === 'open' && !needsCity(place, city)

const isSaved = ({ state }: BroughtPlace) => state === 'saved'

/** The places that the member brought along, the surest matches first, and what they can do with them. */
function Brought({ saved }: { saved: ReadonlyMap<number, number> }) {
  const { places } = useProgress()
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState(atATime)
  const [reviewing, setReviewing] = useState(false)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  useForgetOnLogIn(error, () => setError(null))
  const chosen = places.filter(({ state }) => state === 'chosen')
  // Places that were saved on an earlier visit aren't shown. Those that are saved now stay listed, marked as saved.
  const [savedBefore] = useState(() => new Set(places.filter(isSaved).map(({ id }) => id)))
  const found = sureness.flatMap((sure) =>
    places.filter(
      ({ id, match, state }) => match?.sure === sure && state !== 'left' && !savedBefore.has(id),
    ),
  )
  const open = found.filter(({ state }) => state === 'open').length
  const city = useCityOfPlaces()
  const missing = places.filter((place) => isMissing(place, city))
  const refresh = () => void forceRevalidation(revalidate)
  const saveOne = async (place: BroughtPlace) => {
    setSaving(true)
    setError(await saveChosen([place]))
    setSaving(false)
    refresh()
  }
  return (
    <Stack gap={5}>
      <Summary places={places} />
      <WhichCity places={places} />
      <Quotas places={places} saved={saved} />
      <SaveError error={error} />
      {found.length > 0 && (
        <Stack gap={3}>
          <h2>What did you have there?</h2>
          <p className={css.quiet}>
            Type a dish and press Enter: the next place follows. Skip those that aren’t worth one of
            your three.
          </p>
          <List label="Restaurants that we found">
            {withOpen(found, shown).map((brought) => (
              <li key={brought.id}>
                <PlaceRow
                  brought={brought}
                  counters={saved}
                  onSave={(one) => void saveOne(one)}
                  saving={saving}
                />
              </li>
            ))}
          </List>
          {open > shown && (
            <Button variant="secondary" onClick={() => setShown(shown + atATime)}>
              Show more ({open - shown} left)
            </Button>
          )}
        </Stack>
      )}
      <MissingPlaces places={missing} />
      <Leave places={places} />
      {chosen.length > 0 && (
        <div className={css.bar}>
          <p aria-live="polite">{countWithNoun(chosen.length, 'dish', 'dishes')} chosen</p>
          <Button onClick={() => setReviewing(true)}>Review and save</Button>
        </div>
      )}
      <ReviewDialog
        open={reviewing}
        chosen={chosen}
        onClose={() => setReviewing(false)}
        onSaved={() => {
          refresh()
          if (!progress().places.some(({ state }) => state === 'chosen')) setReviewing(false)
        }}
      />
    </Stack>
  )
}

/**
 * Returns places from the start of the list, with at most `most` open ones, so that one more is shown for each that is
 * chosen.
 */
function withOpen(places: readonly BroughtPlace[], most: number): BroughtPlace[] {
  let open = 0
  return places.filter(({ state }) => {
    if (state === 'open') open += 1
    return open <= most
  })
}

/** Says how far finding and saving have got. */
function Summary({ places }: { places: readonly BroughtPlace[] }) {
  const city = useCityOfPlaces()
  const asked = places.filter((brought) => !isToAsk(brought, city))
  const sure = asked.filter(({ match }) => match?.sure === 'sure').length
  const missing = asked.filter(({ match }) => match?.sure === 'none').length
  const waiting = asked.filter((brought) => needsCity(brought, city)).length
  const saved = places.filter(isSaved).length
  const unsent = places.filter(({ state }) => state === 'waits').length
  const isDone = asked.length === places.length
  const isStopped = useProgress().stopped !== null
  return (
    <Stack gap={3}>
      <output className={css.quiet}>
        {isDone
          ? foundText(places.length, places.length - missing, sure, waiting)
          : `${isStopped ? 'Stopped finding' : 'Finding'} restaurants: ${asked.length} of ${places.length} places${isStopped ? '.' : '…'}`}
      </output>
      {!isDone && (
        <progress
          className={css.meter}
          max={places.length}
          value={asked.length}
          aria-label="Places"
        />
      )}
      <Banner tone="good">
        {saved > 0 && (
          <>
            {countWithNoun(saved, 'favorite')} saved.{' '}
            <Link to="/my-page">See them on your page</Link>
          </>
        )}
      </Banner>
      <Banner>
        {unsent > 0 &&
          `${countWithNoun(unsent, 'favorite')} ${pluralize(unsent, 'waits', 'wait')} on this device to be sent.`}
      </Banner>
    </Stack>
  )
}

type QuotaProps = { places: readonly BroughtPlace[]; saved: ReadonlyMap<number, number> }

/** Shows how many of the member's three favorites of each category are saved or chosen. */
function Quotas({ places, saved }: QuotaProps) {
  const chosen = chosenByCategory(places)
  const used = [...new Set([...saved.keys(), ...chosen.keys()])]
    .map((id) => ({ id, count: (saved.get(id) ?? 0) + (chosen.get(id) ?? 0) }))
    .filter(({ count }) => count > 0)
  if (used.length === 0) return null
  return (
    <ul className={css.quotas} aria-label="Your three of each category">
      {used.map(({ id, count }) => (
        <li key={id}>
          <Tag tone={count >= quota ? 'basil' : undefined}>
            {categoryById(id)?.name}: {count} of {quota}
          </Tag>
        </li>
      ))}
    </ul>
  )
}

/** Buttons that show the skipped places again, and that forget all places, after a confirmation. */
function Leave({ places }: { places: readonly BroughtPlace[] }) {
  const [asks, setAsks] = useState(false)
  const left = places.filter(({ state }) => state === 'left')
  return (
    <div className={css.actions}>
      {left.length > 0 && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => changePlaces(new Map(left.map(({ id }) => [id, { state: 'open' }])))}
        >
          Show what you skipped ({left.length})
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => setAsks(true)}>
        Forget these places
      </Button>
      <ConfirmDialog
        open={asks}
        title="Forget these places?"
        no="BACK"
        yes="Forget them"
        danger
        onYes={() => {
          setAsks(false)
          void forgetPlaces()
        }}
        onNo={() => setAsks(false)}
      >
        They go from this device. What you saved stays saved.
      </ConfirmDialog>
    </div>
  )
}
