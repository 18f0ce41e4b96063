import { type ComponentProps, type ReactNode, useState } from 'react'
import { categories } from '#domain/vocabulary/categories.ts'
import { CityField } from '#features/places/city-field.tsx'
import type { Input } from '#platform/contract/wire.ts'
import { useForm } from '#platform/web/form.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxChip, Chips } from '#platform/web/ui/list/chip.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import styles from './contest.module.css'
import type { Contest } from './contract.ts'
import { fromLocalInput, toLocalInput } from './dates.ts'

type Facts = Input<'POST /contests'>

const names = [
  'title',
  'prize',
  'areaName',
  'miles',
  'eligibility',
  'opensAt',
  'closesAt',
  'drawsAt',
  'publicValueName',
] as const
type Name = (typeof names)[number]
const labels: Record<Name, string> = {
  title: 'Title',
  prize: 'Prize',
  areaName: 'Name of the area',
  miles: 'Miles around it',
  eligibility: 'Who may take part',
  opensAt: 'Opens',
  closesAt: 'Closes',
  drawsAt: 'Drawing',
  publicValueName: 'Public value that decides',
}
/** Fields that may still change after a contest has opened. */
const free: readonly Name[] = ['title', 'prize', 'drawsAt']

const moment = () => ({
  type: 'datetime-local',
  hint: `In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')}.`,
})
const usualValue = 'The closing value of the S&P 500 on the first trading day after the closing'

function errorsIn(values: Record<Name, string>, shown: readonly Name[], hasMiddle: boolean) {
  const missing = shown.filter((name) => name !== 'opensAt' && values[name].trim() === '')
  const errors = Object.fromEntries(missing.map((name) => [name, `Please give: ${labels[name]}.`]))
  return shown.includes('areaName') && !hasMiddle
    ? { ...errors, areaName: 'Please choose a city first.' }
    : errors
}

type Props = {
  contest?: Contest
  button: string
  send: (facts: Partial<Facts>) => Promise<void>
}

/** Form that makes or changes a contest. After the opening, it sends only what may still change. */
export function ContestForm({ contest, button, send }: Props) {
  const isOpen = contest !== undefined && contest.state !== 'coming'
  const shown = isOpen ? free : names
  const [chosen, setChosen] = useState<readonly number[]>(contest?.categories ?? [])
  const [middle, setMiddle] = useState(contest?.area)
  const form = useForm<Name>({
    names,
    prefix: 'contest-',
    asksToLeave: true,
    check: (values) => errorsIn(values, shown, middle !== undefined),
    send: (values) => {
      const { title, prize, eligibility, publicValueName } = values
      const drawsAt = fromLocalInput(values.drawsAt)
      if (isOpen) return send({ title, prize, drawsAt })
      const { latitude, longitude } = middle!
      return send({
        title,
        prize,
        drawsAt,
        eligibility,
        publicValueName,
        categories: [...chosen],
        area: { name: values.areaName, latitude, longitude, miles: Number(values.miles) },
        closesAt: fromLocalInput(values.closesAt),
        ...(values.opensAt ? { opensAt: fromLocalInput(values.opensAt) } : {}),
      })
    },
  })
  const field: FieldFor = (name, value, more) => (
    <Field
      {...form.field(name)}
      required={false}
      label={labels[name]}
      defaultValue={value}
      {...more}
    />
  )
  return (
    <form {...form.form}>
      <Stack>
        <ErrorSummary {...form.summary} />
        <Banner key={form.attempt} tone="bad">
          {form.error?.message}
        </Banner>
        {field('title', contest?.title)}
        {field('prize', contest?.prize)}
        {!isOpen && (
          <FixedFields
            contest={contest}
            field={field}
            middle={middle}
            onMiddle={setMiddle}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
        {field('drawsAt', toLocalInput(contest?.drawsAt), moment())}
        {!isOpen &&
          field('publicValueName', contest?.publicValueName ?? usualValue, {
            hint: 'Such as a lottery’s numbers of after the closing, which nobody can choose.',
          })}
        <div>
          <Button type="submit" busy={form.busy}>
            {button}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

type FieldFor = (
  name: Name,
  value: string | number | undefined,
  more?: Partial<ComponentProps<typeof Field>>,
) => ReactNode

type FixedProps = ChoiceProps & {
  contest: Contest | undefined
  field: FieldFor
  middle: Contest['area'] | undefined
  onMiddle: (middle: Contest['area']) => void
}

/** The fields that can't change after the opening. */
const FixedFields = ({ contest, field, middle, onMiddle, ...categoryChoice }: FixedProps) => (
  <>
    <CityField
      city={contest?.area.name ?? ''}
      label="Middle of the area: a city"
      onPlace={({ name, latitude, longitude }) =>
        onMiddle({ name, latitude, longitude, miles: 50 })
      }
    />
    {field('areaName', middle?.name.split(',')[0], { key: middle?.name })}
    {field('miles', contest?.area.miles ?? 50, { inputMode: 'decimal' })}
    {field('eligibility', contest?.eligibility, {
      hint: 'Members are asked whether this is so.',
    })}
    <CategoryChoice {...categoryChoice} />
    {field('opensAt', toLocalInput(contest?.opensAt), moment())}
    {field('closesAt', toLocalInput(contest?.closesAt), moment())}
  </>
)

type ChoiceProps = {
  chosen: readonly number[]
  onChoose: (categories: readonly number[]) => void
}

const CategoryChoice = ({ chosen, onChoose }: ChoiceProps) => (
  <fieldset>
    <legend className={styles.legend}>Categories that count; all where none is chosen</legend>
    <Chips>
      {categories.map(({ id, name }) => (
        <CheckboxChip
          key={id}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChoose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        >
          {name}
        </CheckboxChip>
      ))}
    </Chips>
  </fieldset>
)
