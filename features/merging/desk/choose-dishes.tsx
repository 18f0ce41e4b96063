import { useState } from 'react'
import { useNavigate } from 'react-router'
import { categories } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/form/field.tsx'
import { useWholeList } from '#features/admin/table/use-list-pages.ts'
import css from './merge.module.css'
import { mergeComparisonPath } from '#features/admin/links/merge.ts'

type Item = Output<'GET /itemsWithYolos'>['items'][number]

/** Form to choose any two of a restaurant's dishes that have the same category. */
export function ChooseDishes({ restaurant, dish }: { restaurant: number; dish: number | null }) {
  const navigate = useNavigate()
  const { rows: items = [] } = useWholeList(
    'GET /itemsWithYolos',
    { restaurantId: restaurant },
    (answer) => answer.items,
  )
  const [goes, setGoes] = useState(dish ? String(dish) : '')
  const [stays, setStays] = useState('')
  const [error, setError] = useState<string | null>(null)
  const first = items.find(({ id }) => String(id) === goes)
  const others = items.filter(
    ({ id, categoryId }) => first && id !== first.id && categoryId === first.categoryId,
  )
  if (items.length < 2) return null
  const compare = () => {
    if (!first || !others.some(({ id }) => String(id) === stays))
      return setError('Choose two dishes of one category.')
    void navigate(mergeComparisonPath({ kind: 'item', goes: first.id, stays: Number(stays) }))
  }
  return (
    <form
      className={css.choose}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        compare()
      }}
    >
      <SelectField
        label="This dish goes"
        value={first ? goes : ''}
        onChange={({ target }) => {
          setGoes(target.value)
          setStays('')
          setError(null)
        }}
      >
        <option value="">Choose a dish</option>
        {categories.map(({ id, name }) => {
          const ofCategory = items.filter(({ categoryId }) => categoryId === id)
          return (
            ofCategory.length > 1 && (
              <optgroup key={id} label={name}>
                <Options items={ofCategory} />
              </optgroup>
            )
          )
        })}
      </SelectField>
      <SelectField
        label="Into this dish"
        value={stays}
        error={error}
        onChange={({ target }) => {
          setStays(target.value)
          setError(null)
        }}
      >
        <option value="">{first ? 'Choose a dish' : 'Choose the other one first'}</option>
        <Options items={others} />
      </SelectField>
      <Button type="submit" variant="secondary">
        Compare these two
      </Button>
    </form>
  )
}

const Options = ({ items }: { items: readonly Item[] }) =>
  items.map(({ id, name, yoloCount }) => (
    <option key={id} value={id}>
      {name} ({yoloCount})
    </option>
  ))
