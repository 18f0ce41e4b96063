import { type ReactNode, useRef } from 'react'
import Check from 'virtual:icons/circle-check'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { formatDistanceApart, type DistanceUnit } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/form/field.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import css from './bring.module.css'
import { DishForm } from './dishes/dish-form.tsx'
import { refuseMatch } from './matching/find-restaurants.ts'
import {
  type BroughtPlace,
  type Candidate,
  changePlace,
  type Match,
  type TypedDish,
} from './progress.ts'
import { quotaProblem } from './quota.ts'

type Props = {
  brought: BroughtPlace
  /** How many favorites the member has saved in each category. */
  counters: ReadonlyMap<number, number>
  onSave: (place: BroughtPlace) => void
  saving: boolean
}

/** A place for which a restaurant was found. The member confirms the restaurant and says what they had there. */
export function PlaceRow({ brought, counters, onSave, saving }: Props) {
  const { id, place, match, favorite, problem, state, typed } = brought
  const { refuse, onType, forgetTyped } = useRefuse(brought)
  const at = pickedAt(brought)
  const candidate = match?.candidates[at]
  if (!match || !candidate) return null
  if (state !== 'open')
    return (
      <ChosenRow brought={brought}>
        {state === 'chosen' && (
          <>
            <Button
              size="small"
              variant="secondary"
              disabled={saving}
              onClick={() => onSave(brought)}
            >
              Save
            </Button>
            <Button
              size="small"
              variant="quiet"
              disabled={saving}
              onClick={() => changePlace(id, { state: 'open', problem: null })}
            >
              Change
            </Button>
          </>
        )}
      </ChosenRow>
    )
  return (
    <article className={css.row} aria-label={candidate.name}>
      <header className={css.head}>
        <h3>{candidate.name}</h3>
        <p className={css.quiet}>{candidate.address}</p>
        <HowSure match={match} candidate={candidate} place={place} />
        <Review place={place} />
        {match.candidates.length === 1 && match.sure !== 'sure' && (
          <InlineButton onClick={refuse}>Not this one</InlineButton>
        )}
      </header>
      {match.candidates.length > 1 && match.sure !== 'sure' && (
        <WhichOne
          match={match}
          at={at}
          onChoose={(n) => {
            const other = match.candidates[n]
            if (other) changePlace(id, { picked: other.placeId })
            else refuse()
          }}
        />
      )}
      <DishForm
        restaurant={candidate}
        known={favorite ?? typed ?? { itemName: place.dish, categoryId: place.categoryId }}
        again={favorite !== null}
        onType={onType}
        onChoose={(dish) => {
          const full = quotaProblem(dish.categoryId, counters, id)
          if (full) return full
          forgetTyped()
          const { placeId, name, address } = candidate
          changePlace(id, {
            state: 'chosen',
            problem: null,
            favorite: { restaurant: { placeId, name, address }, ...dish },
          })
          return null
        }}
        onLeave={(dish) =>
          changePlace(id, { state: 'left', favorite: null, typed: dish, problem: null })
        }
      />
      {problem && <p className={css.problem}>{problem}</p>}
    </article>
  )
}

/** Returns a function that refuses all restaurants that were found, with an Undo, and keeps what was typed. */
function useRefuse(brought: BroughtPlace) {
  const toast = useToast()
  const typed = useRef<TypedDish>(undefined)
  const { id, place, match } = brought
  return {
    onType: (dish: TypedDish) => void (typed.current = dish),
    forgetTyped: () => (typed.current = undefined),
    refuse: () => {
      refuseMatch(brought, typed.current)
      toast({
        text: `“${place.name}” stands below now, under “Not found here”.`,
        about: `place ${id}`,
        action: { label: 'Undo', onPress: () => changePlace(id, { match }) },
      })
    },
  }
}

/** Returns which candidate the member picked, or chose a dish of, and otherwise the first. */
function pickedAt({ match, picked, favorite }: BroughtPlace): number {
  const id = picked ?? favorite?.restaurant.placeId
  return Math.max(0, match?.candidates.findIndex(({ placeId }) => placeId === id) ?? 0)
}

/** A place whose dish has been chosen, as a short row with the dish, the restaurant and `children` as its buttons. */
export function ChosenRow({ brought, children }: { brought: BroughtPlace; children: ReactNode }) {
  const { place, favorite, problem, state } = brought
  if (!favorite) return null
  const { itemName, categoryId, restaurant } = favorite
  return (
    <article
      className={css.chosen}
      data-state={state}
      aria-label={`${itemName} at ${restaurant.name}`}
    >
      <Check className={css.sign} />
      <div className={css.what}>
        <p>
          <strong>{itemName}</strong>{' '}
          <span className={css.quiet}>{categoryById(categoryId).name}</span>
          <br />
          {restaurant.name}
          {stateWords[state] && <span className={css.quiet}> · {stateWords[state]}</span>}
        </p>
        <Review place={place} />
      </div>
      <div className={css.actions}>{children}</div>
      {problem && <p className={css.problem}>{problem}</p>}
    </article>
  )
}

/** Shows the review that is saved with the dish. */
const Review = ({ place: { reason } }: Pick<BroughtPlace, 'place'>) =>
  reason && <p className={css.review}>With this review: “{reason}”</p>

const stateWords: Partial<Record<BroughtPlace['state'], string>> = {
  saved: 'Saved',
  waits: 'Waits on this device, not sent yet',
}

/**
 * Says how sure the match is, what the file calls the place if its name differs from the restaurant's, and what the
 * member wrote about it.
 */
type HowSureProps = { match: Match; candidate: Candidate; place: BroughtPlace['place'] }

function HowSure({ match, candidate, place }: HowSureProps) {
  const unit = useDistanceUnit()
  return (
    <>
      <p className={css.sure} data-sure={match.sure}>
        <strong>{sureWords[match.sure]}</strong> {wordsOf(candidate, place, unit)}
        {place.name !== candidate.name && <> Your file says “{place.name}”.</>}
      </p>
      {place.note && <p className={css.quiet}>You wrote: “{place.note}”</p>}
    </>
  )
}

const sureWords = {
  sure: 'Sure:',
  likely: 'Likely:',
  several: 'Maybe:',
  none: '',
} as const

function wordsOf(
  { distanceMiles }: Candidate,
  { address, city }: BroughtPlace['place'],
  unit: DistanceUnit,
): string {
  if (distanceMiles === null)
    return address || city
      ? 'in the same city.'
      : 'near the city you chose last. Your file doesn’t say where it is.'
  if (distanceMiles < 0.01) return 'at the same place.'
  return `${formatDistanceApart(distanceMiles, unit)} from where you saved it.`
}

type WhichProps = { match: Match; at: number; onChoose: (at: number) => void }

const WhichOne = ({ match, at, onChoose }: WhichProps) => (
  <SelectField
    label="Which one is it?"
    value={at}
    onChange={({ target }) => onChoose(Number(target.value))}
  >
    {match.candidates.map(({ placeId, name, address }, n) => (
      <option key={placeId} value={n}>
        {name}, {address}
      </option>
    ))}
    <option value={-1}>None of these</option>
  </SelectField>
)
