import { useState } from 'react'
import { categories } from '#domain/vocabulary/categories.ts'
import type { Input } from '#platform/contract/wire.ts'
import { ApiError } from '#platform/web/api.ts'
import { useForm } from '#platform/web/form.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxChip, Chips } from '#platform/web/ui/list/chip.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import type { Contest } from '../contract.ts'

export type ContestFacts = Required<Omit<Input<'PUT /contests/:id'>, 'id'>>

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
/** Public, later than the closing, and nobody's to choose. */
const usualBeacon = 'The closing value of the S&P 500 on the first trading day after the closing'

const names = [...free, ...fixed] as const
type Name = (typeof names)[number]

/** In the admin's own time zone, as the field wants it. */
const local = (instant: string | null | undefined) => {
  if (!instant) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const instantOf = (text: string) => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

/** The server speaks of one area, the form of four fields. */
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

/** Makes or changes a contest. Once it has opened only what may change then is sent. */
export function ContestForm({
  contest,
  button,
  send,
}: {
  contest?: Contest
  button: string
  send: (facts: Partial<ContestFacts>) => Promise<void>
}) {
  const opened = contest !== undefined && contest.state !== 'coming'
  const [chosen, setChosen] = useState<readonly number[]>(contest?.categories ?? [])
  const form = useForm<Name>({
    names,
    prefix: 'contest-',
    check(values) {
      const needed = opened ? free : names.filter((name) => name !== 'opensAt')
      const empty = needed.filter((name) => values[name].trim() === '')
      return Object.fromEntries(empty.map((name) => [name, 'Please fill this in.']))
    },
    async send(values) {
      const { title, prize, eligibility } = values
      const always = { title, prize, drawsAt: instantOf(values.drawsAt) }
      const facts: Partial<ContestFacts> = opened
        ? // A day whose minute stands as it was is not a change.
          { title, prize, ...(values.drawsAt === local(contest.drawsAt) ? {} : always) }
        : {
            ...always,
            eligibility,
            area: {
              name: values.areaName,
              latitude: Number(values.latitude),
              longitude: Number(values.longitude),
              miles: Number(values.miles),
            },
            categories: [...chosen],
            ...(values.opensAt ? { opensAt: instantOf(values.opensAt) } : {}),
            closesAt: instantOf(values.closesAt),
            beacon: values.beacon.trim(),
          }
      await send(facts).catch((error: unknown) => {
        throw onTheFields(error)
      })
    },
  })
  const field = (name: Name) => ({ ...form.field(name), required: false })
  const { area } = contest ?? {}
  return (
    <form {...form.form}>
      <Stack>
        <ErrorSummary {...form.summary} />
        <Banner key={form.attempt} tone="bad">
          {form.error?.message}
        </Banner>
        <Field {...field('title')} label="Title" defaultValue={contest?.title} />
        <Field {...field('prize')} label="Prize" defaultValue={contest?.prize} />
        {!opened && (
          <>
            <Field {...field('areaName')} label="Area" defaultValue={area?.name} />
            <Row>
              <Field
                {...field('latitude')}
                label="Latitude"
                inputMode="decimal"
                defaultValue={area?.latitude}
              />
              <Field
                {...field('longitude')}
                label="Longitude"
                inputMode="decimal"
                defaultValue={area?.longitude}
              />
              <Field
                {...field('miles')}
                label="Miles around it"
                inputMode="decimal"
                defaultValue={area?.miles ?? 50}
              />
            </Row>
            <Field
              {...field('eligibility')}
              label="Who may take part"
              hint="Members are asked whether this is so."
              defaultValue={contest?.eligibility}
            />
            <Chips label="Categories that count; all where none is chosen">
              {categories.map(({ id, name }) => (
                <CheckboxChip
                  key={id}
                  checked={chosen.includes(id)}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                  }
                >
                  {name}
                </CheckboxChip>
              ))}
            </Chips>
            <Field
              {...field('opensAt')}
              type="datetime-local"
              label="Opens"
              hint="Now, where it is left empty."
              defaultValue={local(contest?.opensAt)}
            />
            <Field
              {...field('closesAt')}
              type="datetime-local"
              label="Closes"
              defaultValue={local(contest?.closesAt)}
            />
          </>
        )}
        <Field
          {...field('drawsAt')}
          type="datetime-local"
          label="Drawing"
          defaultValue={local(contest?.drawsAt)}
        />
        {!opened && (
          <Field
            {...field('beacon')}
            label="Public value to be mixed in"
            hint="Such as a lottery’s numbers of after the closing. It is typed in at the drawing, and shows that nobody could choose."
            defaultValue={contest ? (contest.beaconAnnounced ?? '') : usualBeacon}
          />
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
