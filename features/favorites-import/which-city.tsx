import { useState } from 'react'
import { importCity } from '#features/places/chosen.ts'
import { CityField } from '#features/places/city-field.tsx'
import { NearMeButton } from '#features/places/near-me.tsx'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import css from './bring.module.css'
import { isMissedWithoutCity, isToAsk } from './matching/find-restaurants.ts'
import { type BroughtPlace, useCityOfPlaces } from './progress.ts'

/** Asks for the city of places that weren't found and whose places the files don't say. */
export function WhichCity({ places }: { places: readonly BroughtPlace[] }) {
  const city = useCityOfPlaces()
  const missed = places.filter((one) => one.state === 'open' && isMissedWithoutCity(one))
  const asking = places.some((one) => isToAsk(one, city))
  // The field stays once it was shown: it has the focus when the last of the places is found.
  const [asks, setAsks] = useState(false)
  if (missed.length > 0 && !asks) setAsks(true)
  if (!asks) return null
  return (
    <Panel>
      <Stack gap={3}>
        <h2>Where are these places?</h2>
        <p className={css.quiet}>{whyText(missed, asking, city?.name ?? null)}</p>
        <Stack gap={1}>
          <CityField label="Their city" city={city?.name ?? ''} onPlace={importCity.set} />
          <NearMeButton chosen={city?.name ?? ''} onPlace={importCity.set} />
        </Stack>
      </Stack>
    </Panel>
  )
}

function whyText(missed: readonly BroughtPlace[], asking: boolean, city: string | null): string {
  const [first] = missed
  const count = countWithNoun(missed.length, 'place')
  if (city === null) {
    const named = first
      ? ` for ${missed.length === 1 ? '' : `${count}, such as `}“${first.place.name}”`
      : ''
    return `Your file has no position${named}. Choose a city, and we look there.`
  }
  if (asking) return `We are looking near ${city}.`
  if (!first) return `We looked near ${city}.`
  return `${count} without a position ${pluralize(missed.length, 'wasn’t', 'weren’t')} found near ${city}. Choose another city, and we look there.`
}
