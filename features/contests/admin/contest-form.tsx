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
import { Stack } from '#platform/web/ui/page/layout.tsx'
import styles from '../pages/contest.module.css'
import type { Contest } from '../contract.ts'
import { fromLocalInput, toLocalInput } from '../dates.ts'
import { AreaFields, middleOf } from './area-fields.tsx'

type EditableContest = Omit<Contest, 'entries'>
export type EditedContest = Required<Omit<Input<'PUT /contests/:id'>, 'id'>>

/** Fields that may still change after a contest has opened. */
const free = ['title', 'prize', 'drawsAt'] as const
/** All fields in their order on the page, which is also the order of their errors. */
const names = [
  'title',
  'prize',
  'middle',
  'areaName',
  'miles',
  'eligibility',
  'opensAt',
  'closesAt',
  'drawsAt',
  'beacon',
] as const
type Name = (typeof names)[number]
type Values = Record<Name, string>

/** The suggested public value: one that becomes known after the closing and that nobody can choose. */
const usualBeacon = 'The closing value of the S&P 500 on the first trading day after the closing'

const areaFields: Record<string, Name> = {
  'area.name': 'areaName',
  'area.latitude': 'middle',
  'area.longitude': 'middle',
  'area.miles': 'miles',
}

/** The form has three fields for the server's `area`, so errors of `area` are assigned to these fields. */
const onTheFields = (error: unknown) =>
  error instanceof ApiError
    ? new ApiError(error.status, error.code, error.message, {
        fields: Object.fromEntries(
          Object.entries(error.fields).map(([field, words]) => [areaFields[field] ?? field, words]),
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
      ...(middleOf(values.middle) ?? { latitude: 0, longitude: 0 }),
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
const changesOf = ({ title, prize, drawsAt }: Values, contest: EditableContest) => ({
  title,
  prize,
  ...(drawsAt === toLocalInput(contest.drawsAt) ? {} : { drawsAt: fromLocalInput(drawsAt) }),
})

/** What each field is called in an error, so that a summary of several errors tells them apart. */
const fieldNames: Record<Name, string> = {
  title: 'the title',
  prize: 'the prize',
  drawsAt: 'the time of the drawing',
  middle: 'the middle of the area: a city, or a point on the map',
  areaName: 'the name of the area',
  miles: 'the miles around it',
  eligibility: 'who may take part',
  opensAt: 'the time of the opening',
  closesAt: 'the time of the closing',
  beacon: 'the public value',
}
const milesRange = [0.1, 12_500] as const

/** Returns the errors that can be found without the server, so that they are all shown together. */
function errorsIn(values: Values, contest: EditableContest | null): Partial<Record<Name, string>> {
  const opened = contest !== null && contest.state !== 'coming'
  const errors: Partial<Record<Name, string>> = {}
  const time = (name: 'opensAt' | 'closesAt' | 'drawsAt') => Date.parse(values[name])
  const closes = opened ? Date.parse(contest.closesAt) : time('closesAt')
  if (!opened) {
    const [least, most] = milesRange
    const miles = Number(values.miles)
    if (!(miles >= least && miles <= most))
      errors.miles = `Please give ${fieldNames.miles}: a number from ${least} to ${most.toLocaleString('en')}.`
    if (closes <= (time('opensAt') || Date.now()))
      errors.closesAt = time('opensAt')
        ? 'It can’t close before it opens.'
        : 'It can’t close before now.'
  }
  if (time('drawsAt') < closes) errors.drawsAt = 'It can’t be drawn before it closes.'
  for (const name of opened ? free : names)
    if (name !== 'opensAt' && values[name].trim() === '')
      errors[name] = `Please give ${fieldNames[name]}.`
  return errors
}

type Props = {
  contest?: EditableContest
  button: string
  send: (facts: Partial<EditedContest>, onSaved: () => void) => Promise<void>
}

/** Form that makes or changes a contest. After the opening, it sends only what may still change. */
export function ContestForm({ contest, button, send }: Props) {
  const opened = contest && contest.state !== 'coming' ? contest : null
  const [chosen, setChosen] = useState<readonly number[]>(contest?.categories ?? [])
  const form = useForm<Name>({
    names,
    prefix: 'contest-',
    asksToLeave: true,
    check: (values) => errorsIn(values, contest ?? null),
    send: (values, onSaved) => {
      const facts = opened ? changesOf(values, opened) : factsOf(values, chosen)
      return send(facts, onSaved).catch((error: unknown) => {
        throw onTheFields(error)
      })
    },
  })
  const field: FieldFor = (name, label, defaultValue, more) => (
    <Field
      {...form.field(name)}
      required={false}
      readOnly={form.busy}
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
        {!opened && (
          <Fixed
            contest={contest}
            field={field}
            middle={form.field('middle')}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
        {field('drawsAt', 'Drawing', toLocalInput(contest?.drawsAt), moment())}
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
export type FieldFor = (
  name: Name,
  label: string,
  defaultValue: string | number | undefined,
  more?: Partial<FieldProps>,
) => React.ReactNode

/** Returns the name of the reader's time zone, in which a datetime-local input is interpreted. */
function zone(): string {
  const format = new Intl.DateTimeFormat('en', { hour: 'numeric', timeZoneName: 'short' })
  const { timeZone } = format.resolvedOptions()
  const short = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  const name = timeZone.replaceAll('_', ' ')
  return `your time zone, ${short && short !== name ? `${name} (${short})` : name}`
}
const moment = () => ({ type: 'datetime-local', hint: `In ${zone()}.` }) as const

type FixedProps = {
  contest: EditableContest | undefined
  field: FieldFor
  middle: ComponentProps<typeof AreaFields>['middle']
  chosen: readonly number[]
  onChoose: (categories: readonly number[]) => void
}

/** Fields that can't change after a contest has opened. */
function Fixed({ contest, field, middle, chosen, onChoose }: FixedProps) {
  return (
    <>
      <AreaFields area={contest?.area} field={field} middle={middle} />
      {field('eligibility', 'Who may take part', contest?.eligibility, {
        hint: 'Members are asked whether this is so.',
      })}
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
      {field('opensAt', 'Opens', toLocalInput(contest?.opensAt), {
        ...moment(),
        hint: `In ${zone()}. Now, where it is left empty.`,
      })}
      {field('closesAt', 'Closes', toLocalInput(contest?.closesAt), moment())}
    </>
  )
}
