import { useState, type ComponentProps } from 'react'
import { categories } from '#domain/vocabulary/categories.ts'
import type { Input } from '#platform/contract/wire.ts'
import { ApiError } from '#platform/web/api/api.ts'
import { useForm } from '#platform/web/form.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxChip, Chips } from '#platform/web/ui/list/chip.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import type { Contest } from '../contract.ts'
import { fromLocalInput, toLocalInput } from '../dates.ts'

export type EditedContest = Required<Omit<Input<'PUT /contests/:id'>, 'id'>>

/** Fields that may still change after a contest has opened. Those in `fixed` may not. */
const free = ['title', 'prize', 'drawsAt'] as const
const fixed = [
  'areaName',
  'latitude',
  'longitude',
  'miles',
  'eligibility',
  'opensAt',
  'closesAt',
  'beacon',
] as const
const names = [...free, ...fixed] as const
type Name = (typeof names)[number]
type Values = Record<Name, string>

/** A public value that becomes known after the closing and that nobody can choose. */
const usualBeacon = 'The closing value of the S&P 500 on the first trading day after the closing'

/** The form has four fields for the server's `area`, so errors of `area` are assigned to these fields. */
const onTheFields = (error: unknown) =>
  error instanceof ApiError
    ? new ApiError(error.status, error.code, error.message, {
        fields: Object.fromEntries(
          Object.entries(error.fields).map(([field, words]) => [
            field === 'area.name' ? 'areaName' : field.replace(/^area\./, ''),
            words,
          ]),
        ),
      })
    : error

function factsOf(values: Values, categories: readonly number[]): Partial<EditedContest> {
  const { title, prize, eligibility, drawsAt, opensAt, closesAt, beacon } = values
  return {
    title,
    prize,
    drawsAt: fromLocalInput(drawsAt),
    eligibility,
    area: {
      name: values.areaName,
      latitude: Number(values.latitude),
      longitude: Number(values.longitude),
      miles: Number(values.miles),
    },
    categories: [...categories],
    ...(opensAt ? { opensAt: fromLocalInput(opensAt) } : {}),
    closesAt: fromLocalInput(closesAt),
    beacon: beacon.trim(),
  }
}

/**
 * Returns the fields that can change after the opening. Leaves out `drawsAt` if its minute is unchanged, because the
 * form has no seconds.
 */
const changesOf = ({ title, prize, drawsAt }: Values, contest: Contest) => ({
  title,
  prize,
  ...(drawsAt === toLocalInput(contest.drawsAt) ? {} : { drawsAt: fromLocalInput(drawsAt) }),
})

type Props = {
  contest?: Contest
  button: string
  send: (facts: Partial<EditedContest>) => Promise<void>
}

/** Form that makes or changes a contest. After the opening, it sends only what may still change. */
export function ContestForm({ contest, button, send }: Props) {
  const opened = contest && contest.state !== 'coming' ? contest : null
  const [chosen, setChosen] = useState<readonly number[]>(contest?.categories ?? [])
  const form = useForm<Name>({
    names,
    prefix: 'contest-',
    check(values) {
      const needed = opened ? free : names.filter((name) => name !== 'opensAt')
      const empty = needed.filter((name) => values[name].trim() === '')
      return Object.fromEntries(empty.map((name) => [name, 'Please fill this in.']))
    },
    send: (values) =>
      send(opened ? changesOf(values, opened) : factsOf(values, chosen)).catch((error: unknown) => {
        throw onTheFields(error)
      }),
  })
  const field: FieldFor = (name, label, defaultValue, more) => (
    <Field
      {...form.field(name)}
      required={false}
      label={label}
      defaultValue={defaultValue}
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
        {field('title', 'Title', contest?.title)}
        {field('prize', 'Prize', contest?.prize)}
        {!opened && <Fixed contest={contest} field={field} chosen={chosen} onChoose={setChosen} />}
        {field('drawsAt', 'Drawing', toLocalInput(contest?.drawsAt), moment)}
        {!opened &&
          field(
            'beacon',
            'Public value to be mixed in',
            contest ? (contest.beaconAnnounced ?? '') : usualBeacon,
            {
              hint: 'Such as a lottery’s numbers of after the closing. It is typed in at the drawing, and shows that nobody could choose.',
            },
          )}
        <div>
          <Button type="submit" busy={form.busy}>
            {button}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

type FieldProps = ComponentProps<typeof Field>
type FieldFor = (
  name: Name,
  label: string,
  defaultValue: string | number | undefined,
  more?: Partial<FieldProps>,
) => React.ReactNode

const moment = { type: 'datetime-local' } as const
const decimal = { inputMode: 'decimal' } as const

type FixedProps = {
  contest: Contest | undefined
  field: FieldFor
  chosen: readonly number[]
  onChoose: (categories: readonly number[]) => void
}

/** Fields that can't change after a contest has opened. */
function Fixed({ contest, field, chosen, onChoose }: FixedProps) {
  const { area } = contest ?? {}
  return (
    <>
      {field('areaName', 'Area', area?.name)}
      <Row>
        {field('latitude', 'Latitude', area?.latitude, decimal)}
        {field('longitude', 'Longitude', area?.longitude, decimal)}
        {field('miles', 'Miles around it', area?.miles ?? 50, decimal)}
      </Row>
      {field('eligibility', 'Who may take part', contest?.eligibility, {
        hint: 'Members are asked whether this is so.',
      })}
      <Chips label="Categories that count; all where none is chosen">
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
      {field('opensAt', 'Opens', toLocalInput(contest?.opensAt), {
        ...moment,
        hint: 'Now, where it is left empty.',
      })}
      {field('closesAt', 'Closes', toLocalInput(contest?.closesAt), moment)}
    </>
  )
}
