import { useState } from 'react'
import { MapPin } from 'lucide-react'
import type * as places from './contract.ts'
import { chosenCity, toChosenCity, type ChosenCity } from './chosen.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'

/** A suggested city. Most of its fields are optional, because the field's initial value has only a name. */
type Suggested = Pick<places.CityPlace, 'id' | 'name'> & Partial<places.CityPlace>

type Props = {
  /** Name of the chosen city, or an empty string. */
  city: string
  label?: string
  onPlace: (place: ChosenCity) => void
  onClear?: () => void
  /** True in a sheet: suggestions push down the content below instead of covering it. */
  inline?: boolean
  /** True if the field is in a form that works without scripts, for which it needs a name. */
  named?: boolean
  /** The city name in the page's address if no city has that name, otherwise null. */
  unknown?: string | null
  /** Called with the text that is typed, and with '' once a city is chosen or the field is cleared. */
  onTyped?: (text: string) => void
}

/** A field that suggests cities while one is typed. */
export function CityField({ city, onPlace, onClear, unknown = null, ...props }: Props) {
  const { label = 'Enter your desired city', inline, named, onTyped } = props
  // A city chosen or cleared in this field is shown in it already, and replacing the field would lose the focus. If
  // the city changes elsewhere, the field is replaced by a new one that shows it.
  const [shown, setShown] = useState({ city, own: city, round: 0 })
  if (city !== shown.city)
    setShown({ city, own: city, round: city === shown.own ? shown.round : shown.round + 1 })
  const [notFound, setNotFound] = useState(unknown !== null)
  const cities = useLoad('GET /places/cities')
  const load = (q: string) => {
    const { latitude, longitude } = chosenCity.get() ?? {}
    return cities.load({ q, latitude, longitude })
  }
  const take = (place: ChosenCity | null, isTyped: boolean, round = shown.round) => {
    onTyped?.('')
    setNotFound(isTyped && place === null)
    setShown({ ...shown, own: place?.name ?? '', round })
    if (place) onPlace(place)
    else onClear?.()
  }
  return (
    <Combobox<Suggested>
      key={shown.round}
      label={label}
      error={notFound ? 'Not Found!' : null}
      icon={<MapPin />}
      load={load}
      onEdit={(text) => {
        setNotFound(false)
        onTyped?.(text)
      }}
      inline={inline}
      input={{ name: named ? 'city' : undefined, placeholder: 'Try “Minneapolis”' }}
      itemToString={({ name }) => name}
      itemToKey={({ id }) => id}
      renderItem={({ name, address }) => (
        <>
          {name}
          {address && address !== name && <small>{address}</small>}
        </>
      )}
      initial={shown.own ? { id: '', name: shown.own } : null}
      onSelect={(item) => take(item && toChosenCity(item), item !== null)}
      onLeave={async (text) => {
        const { data } = await load(text)
        const place = data?.[0] ? toChosenCity(data[0]) : null
        if (data) take(place, true, place ? shown.round + 1 : undefined)
      }}
    />
  )
}
