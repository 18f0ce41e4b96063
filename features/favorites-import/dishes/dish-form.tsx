import {
  type ComponentProps,
  type FormEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { categories, type CategoryId, isCategoryId } from '#domain/vocabulary/categories.ts'
import { maxTextLength } from '#domain/text-limit.ts'
import { nameKey } from '#features/items/names.ts'
import { lengthError } from '#platform/text/characters.ts'
import { useUnsaved } from '#platform/web/unsaved.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field, SelectField } from '#platform/web/ui/form/field.tsx'
import css from '../bring.module.css'
import { type ChosenDish, DishChips } from './dish-chips.tsx'
import { categoryOfDish, categoryOfRestaurant } from './guess-category.ts'
import type { Candidate, TypedDish } from '../progress.ts'

type Props = {
  restaurant: Pick<Candidate, 'name' | 'dishes' | 'cuisines'>
  /** The dish that the file names, or that was chosen or typed before. */
  known: TypedDish
  /** True if a dish was chosen before, and is to be changed. */
  again: boolean
  /** Returns why the dish can't be chosen, or null if it was. */
  onChoose: (dish: ChosenDish) => string | null
  onType: (typed: TypedDish) => void
  onLeave: (typed: TypedDish) => void
}

type Problem = { of: 'dish' | 'category'; text: string }

/** The `name` of the dish fields of all forms. Enter moves the focus from one of these fields to the next. */
const dishField = 'dish'

/** What is typed and picked. Leaving the page asks first while it differs from what was known. */
function useTyped(known: Props['known'], onType: Props['onType']) {
  const [typed, setTyped] = useState<TypedDish>({
    itemName: known.itemName,
    categoryId: known.categoryId,
  })
  useUnsaved(
    () => typed.itemName.trim() !== known.itemName.trim() || typed.categoryId !== known.categoryId,
  )
  const type = (change: Partial<TypedDish>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    onType(next)
  }
  return { typed, type }
}

/** Asks what the member had at a restaurant. They tap a dish, or type its name and press Enter. */
export function DishForm({ restaurant, known, again, onChoose, onType, onLeave }: Props) {
  const { typed, type } = useTyped(known, onType)
  const [focused, setFocused] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const select = useRef<HTMLSelectElement>(null)
  const field = useFocus(again)
  const name = typed.itemName.trim()
  const guessed = name ? (categoryOfDish(name) ?? categoryOfRestaurant(restaurant)) : null
  const categoryId = typed.categoryId ?? guessed
  const errorOf = (part: Problem['of']) => (problem?.of === part ? problem.text : null)
  const take = (dish: ChosenDish) => {
    const refused = onChoose(dish)
    setProblem(refused === null ? null : { of: 'category', text: refused })
    return refused === null
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = name === '' ? 'What did you have?' : lengthError(name, maxTextLength)
    if (wrong) return setProblem({ of: 'dish', text: wrong })
    if (categoryId === null) {
      select.current?.focus()
      return setProblem({ of: 'category', text: 'Which category is it?' })
    }
    const itemId = idOfSameDish(restaurant.dishes, name, categoryId)
    const next = fieldAfter(event.currentTarget)
    if (take({ itemName: name, categoryId, itemId })) next?.focus()
  }
  const leave = ({ currentTarget: { form }, detail }: MouseEvent<HTMLButtonElement>) => {
    // If a key was pressed, the next field takes the focus. After a tap, focusing it would only open the on-screen
    // keyboard.
    const next = detail === 0 && form ? fieldAfter(form) : null
    onLeave(typed)
    next?.focus()
  }
  return (
    <form noValidate className={css.form} onSubmit={submit}>
      <div className={css.dish}>
        <Field
          label={`What did you have at ${restaurant.name}?`}
          labelHidden
          placeholder="Dish or drink"
          name={dishField}
          autoComplete="off"
          ref={field}
          autoCapitalize="words"
          enterKeyHint="next"
          value={typed.itemName}
          error={errorOf('dish')}
          onFocus={() => setFocused(true)}
          onChange={({ target }) => {
            type({ itemName: target.value })
            setProblem(null)
          }}
        />
      </div>
      <CategorySelect
        ref={select}
        value={categoryId ?? ''}
        error={errorOf('category')}
        onChange={({ target }) => {
          const id = Number(target.value)
          type({ categoryId: isCategoryId(id) ? id : null })
          setProblem(null)
        }}
      />
      <Button type="submit" size="small" variant={name ? 'primary' : 'secondary'}>
        Choose
      </Button>
      <Button size="small" variant="quiet" onClick={leave}>
        Skip<span className="visually-hidden"> {restaurant.name}</span>
      </Button>
      <div className={css.chips}>
        <DishChips
          dishes={restaurant.dishes}
          typed={focused && name.length > 2 ? name : null}
          onTake={take}
        />
      </div>
    </form>
  )
}

const idOfSameDish = (dishes: Candidate['dishes'], name: string, category: CategoryId) =>
  dishes.find((dish) => dish.categoryId === category && nameKey(dish.name) === nameKey(name))?.id ??
  null

/** Focuses the field if `isNow` is true, which it is when the form replaces the button 'Change'. */
function useFocus(isNow: boolean) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNow) field.current?.focus()
  }, [isNow])
  return field
}

const CategorySelect = (props: Omit<ComponentProps<typeof SelectField>, 'label'>) => (
  <div className={css.category} data-problem={Boolean(props.error) || undefined}>
    <SelectField {...props} label="Category" labelHidden>
      <option value="">Category</option>
      {categories.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  </div>
)

/** Returns the dish field of the next form on the page. */
function fieldAfter(form: HTMLFormElement): HTMLInputElement | undefined {
  const all = [...document.querySelectorAll<HTMLInputElement>(`input[name=${dishField}]`)]
  return all[all.findLastIndex((field) => form.contains(field)) + 1]
}
