import { useState } from 'react'
import MapPin from 'lucide-react/icons/map-pin'
import type * as places from '#features/places/contract.ts'
import { usable, type Place, useCities } from '#features/places/chosen.ts'
import { LazyCombobox } from '#platform/web/ui/form/lazy-combobox.tsx'

/** The field's initial value has only a name. */
type Suggested = Pick<places.CityPlace, 'id' | 'name'> & Partial<places.CityPlace>

type Props = {
  /** The label of the city chosen, empty where none is. */
  city: string
  onPlace: (place: Place) => void
  onClear?: () => void
  /** In a sheet the suggestions push the rest down. */
  inline?: boolean
  /** In a form that works without scripts. */
  named?: boolean
  /** The name in the address that no city has. */
  unknown?: string | null
}

/** Type a city, choose one of those that are suggested. */
export function CityField({ city, onPlace, onClear, inline, named, unknown = null }: Props) {
  // A city chosen here is in the field already; one chosen elsewhere resets it.
  const [shown, setShown] = useState({ name: city, round: 0 })
  if (city !== shown.name) setShown({ name: city, round: shown.round + 1 })
  const [notFound, setNotFound] = useState(unknown !== null)
  const load = useCities()
  return (
    <LazyCombobox<Suggested>
      key={shown.round}
      label="Enter your desired city"
      placeholder="Try “Minneapolis”"
      error={notFound ? 'Not Found!' : null}
      icon={<MapPin />}
      load={load}
      onEdit={() => setNotFound(false)}
      inline={inline}
      name={named ? 'city' : undefined}
      itemToString={({ name }) => name}
      itemToKey={({ id }) => id}
      renderItem={({ name, address }) => (
        <>
          {name}
          {address && address !== name && <small>{address}</small>}
        </>
      )}
      initial={city ? { id: '', name: city } : null}
      emptyText="Not Found!"
      onSelect={(item) => {
        const place = item && usable(item)
        setNotFound(item !== null && place === null)
        if (!place) return onClear?.()
        setShown({ ...shown, name: place.name })
        onPlace(place)
      }}
    />
  )
}
