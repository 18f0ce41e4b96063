import { useState } from 'react'
import { categories } from '#domain/vocabulary/categories.ts'
import type { ChosenCity } from '#features/places/chosen.ts'
import { CityField } from '#features/places/city-field.tsx'
import type { Input } from '#platform/contract/wire.ts'
import { useForm } from '#platform/web/form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorSummary } from '#platform/web/ui/form/error-summary.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { CheckboxChip, Chips } from '#platform/web/ui/list/chip.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import type { Contest } from './contract.ts'

const labels = {
  title: 'Title',
  prize: 'Prize',
  miles: 'Miles around the city',
  eligibility: 'Who may take part',
  opensAt: 'Opens (your time; now if empty)',
  closesAt: 'Closes (your time)',
  drawsAt: 'Drawing (your time)',
  publicValueName: 'Public value that decides, known only after the closing',
}
type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]

/** Returns an instant in the reader's time zone, in the format of a datetime-local input. */
function localTime(instant: string) {
  const at = new Date(instant)
  at.setMinutes(at.getMinutes() - at.getTimezoneOffset())
  return at.toISOString().slice(0, 16)
}

const valuesOf = (contest: Contest) => ({
  ...contest,
  miles: contest.area.miles,
  opensAt: localTime(contest.opensAt!),
  closesAt: localTime(contest.closesAt),
  drawsAt: localTime(contest.drawsAt),
})
const blank = {
  miles: 50,
  publicValueName: 'The closing value of the S&P 500 on the first trading day after the closing',
}

type Props = {
  contest?: Contest
  button: string
  send: (facts: Input<'POST /contests'>) => Promise<void>
}

/** Form that makes a contest, or changes one that hasn't opened. */
export function ContestForm({ contest, button, send }: Props) {
  const [city, setCity] = useState<ChosenCity | undefined>(contest?.area)
  const [chosen, setChosen] = useState<Contest['categories']>(contest?.categories ?? [])
  const initial: Record<string, unknown> = contest ? valuesOf(contest) : blank
  const form = useForm<Name>({
    names,
    prefix: 'contest-',
    asksToLeave: true,
    check: (values) => ({
      ...Object.fromEntries(
        names
          .filter((name) => name !== 'opensAt' && values[name].trim() === '')
          .map((name) => [name, `Please give: ${labels[name]}.`]),
      ),
      ...(city ? {} : { miles: 'Please choose a city first.' }),
    }),
    send: ({ miles, opensAt, closesAt, drawsAt, ...texts }) =>
      send({
        ...texts,
        categories: chosen,
        area: { ...city!, miles: Number(miles) },
        opensAt: opensAt ? new Date(opensAt).toISOString() : undefined,
        closesAt: new Date(closesAt).toISOString(),
        drawsAt: new Date(drawsAt).toISOString(),
      }),
  })
  return (
    <form {...form.form}>
      <Stack>
        <ErrorSummary {...form.summary} />
        <Banner key={form.attempt} tone="bad">
          {form.error?.message}
        </Banner>
        <CityField city={city?.name ?? ''} label="Middle of the area: a city" onPlace={setCity} />
        {names.map((name) => (
          <Field
            key={name}
            {...form.field(name)}
            required={false}
            label={labels[name]}
            defaultValue={String(initial[name] ?? '')}
            type={name.endsWith('At') ? 'datetime-local' : 'text'}
          />
        ))}
        <fieldset>
          <legend>Categories that count; all where none is chosen</legend>
          <Chips>
            {categories.map(({ id, name }) => (
              <CheckboxChip
                key={id}
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  setChosen([
                    ...chosen.filter((other) => other !== id),
                    ...(target.checked ? [id] : []),
                  ])
                }
              >
                {name}
              </CheckboxChip>
            ))}
          </Chips>
        </fieldset>
        <Button type="submit" busy={form.busy}>
          {button}
        </Button>
      </Stack>
    </form>
  )
}
