import { useState } from 'react'
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

const labels = {
  title: 'Title',
  prize: 'Prize',
  areaName: 'Name of the area',
  miles: 'Miles around it',
  eligibility: 'Who may take part',
  opensAt: 'Opens (your time; now if empty)',
  closesAt: 'Closes (your time)',
  drawsAt: 'Drawing (your time)',
  publicValueName: 'Public value that decides, known only after the closing',
}
type Name = keyof typeof labels
const names = Object.keys(labels) as Name[]
const usualValue = 'The closing value of the S&P 500 on the first trading day after the closing'

const blank: Partial<Record<Name, string>> = { miles: '50', publicValueName: usualValue }

const valuesOf = (contest: Contest): Partial<Record<Name, string>> => ({
  ...contest,
  areaName: contest.area.name,
  miles: String(contest.area.miles),
  opensAt: toLocalInput(contest.opensAt),
  closesAt: toLocalInput(contest.closesAt),
  drawsAt: toLocalInput(contest.drawsAt),
  publicValueName: contest.publicValueName ?? usualValue,
})

type Props = {
  contest?: Contest
  button: string
  send: (facts: Input<'POST /contests'>) => Promise<void>
}

/** Form that makes a contest, or changes one that hasn't opened. */
export function ContestForm({ contest, button, send }: Props) {
  const [chosen, setChosen] = useState<readonly number[]>(contest?.categories ?? [])
  const [middle, setMiddle] = useState<{ latitude: number; longitude: number } | undefined>(
    contest?.area,
  )
  const initial = contest ? valuesOf(contest) : blank
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
      ...(middle ? {} : { areaName: 'Please choose a city first.' }),
    }),
    send: ({ areaName, miles, opensAt, closesAt, drawsAt, ...texts }) =>
      send({
        ...texts,
        categories: [...chosen],
        area: { name: areaName, miles: Number(miles), ...middle! },
        closesAt: fromLocalInput(closesAt),
        drawsAt: fromLocalInput(drawsAt),
        ...(opensAt ? { opensAt: fromLocalInput(opensAt) } : {}),
      }),
  })
  return (
    <form {...form.form}>
      <Stack>
        <ErrorSummary {...form.summary} />
        <Banner key={form.attempt} tone="bad">
          {form.error?.message}
        </Banner>
        <CityField
          city={contest?.area.name ?? ''}
          label="Middle of the area: a city"
          onPlace={({ latitude, longitude }) => setMiddle({ latitude, longitude })}
        />
        {names.map((name) => (
          <Field
            key={name}
            {...form.field(name)}
            required={false}
            label={labels[name]}
            defaultValue={initial[name]}
            type={name.endsWith('At') ? 'datetime-local' : 'text'}
          />
        ))}
        <fieldset>
          <legend className={styles.legend}>Categories that count; all where none is chosen</legend>
          <Chips>
            {categories.map(({ id, name }) => (
              <CheckboxChip
                key={id}
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  setChosen(
                    target.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                  )
                }
              >
                {name}
              </CheckboxChip>
            ))}
          </Chips>
        </fieldset>
        <div>
          <Button type="submit" busy={form.busy}>
            {button}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
