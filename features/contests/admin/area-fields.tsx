import { useState } from 'react'
import type { Point } from '#domain/position/miles.ts'
import { LazyPinsMap } from '#features/map/pins/pins.tsx'
import { chosenCity } from '#features/places/chosen.ts'
import { CityField } from '#features/places/city-field.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { Field } from '#platform/web/ui/form/field.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import type { Contest } from '../contract.ts'
import type { FieldFor } from './contest-form.tsx'

/** Returns the value of the form's hidden field for the middle of the area. */
const middleText = ({ latitude, longitude }: Point) => `${latitude},${longitude}`

/** Returns the middle of the area from the form's hidden field, or null if none was chosen. */
export function middleOf(text: string): Point | null {
  const [latitude, longitude] = text.split(',').map(Number)
  return text && latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null
}

type Props = {
  area: Contest['area'] | undefined
  field: FieldFor
  middle: Pick<React.ComponentProps<typeof Field>, 'id' | 'name' | 'error'>
}

/** Fields for a contest's area: its middle (from a city or a point on the map), its name and its size. */
export function AreaFields({ area, field, middle }: Props) {
  const [point, setPoint] = useState<Point | null>(area ?? null)
  const [city, setCity] = useState('')
  const [name, setName] = useState(area?.name ?? '')
  return (
    <>
      <Stack gap={2}>
        {/* The summary of errors links to this element, because a hidden field can't be focused. */}
        <div id={middle.id} tabIndex={-1}>
          <CityField
            city={city}
            label="Middle of the area: a city"
            problem={point ? null : (middle.error ?? null)}
            onPlace={(place) => {
              setPoint({ latitude: place.latitude, longitude: place.longitude })
              const [short = place.name] = place.name.split(',')
              // A name that the admin typed is kept.
              setName((before) => (before === '' || before === city.split(',')[0] ? short : before))
              setCity(place.name)
            }}
          />
        </div>
        <input type="hidden" name={middle.name} value={point ? middleText(point) : ''} />
        <p aria-live="polite">
          {point
            ? `The middle is at ${point.latitude.toFixed(3)}, ${point.longitude.toFixed(3)}.`
            : 'A city gives the middle, and a map moves it.'}
        </p>
        {/* Another city changes the key, which resets this component and so closes its map. */}
        <MiddleOnMap key={city} point={point} onPlace={setPoint} />
      </Stack>
      {field('areaName', 'Name of the area', undefined, {
        value: name,
        onChange: ({ target }) => setName(target.value),
      })}
      {field('miles', 'Miles around it', area?.miles ?? 50, { inputMode: 'decimal' })}
    </>
  )
}

type MapProps = { point: Point | null; onPlace: (point: Point) => void }

/**
 * Lets the admin move the middle on a map. If there is no middle yet, the map shows the city that this browser has
 * chosen.
 */
function MiddleOnMap({ point, onPlace }: MapProps) {
  const [placing, setPlacing] = useState(false)
  const start = point ?? chosenCity.get()
  if (!start) return null
  if (placing) return <LazyPinsMap alone now={start} next={point ?? start} onPlace={onPlace} />
  return (
    <div>
      <Button variant="secondary" size="small" onClick={() => setPlacing(true)}>
        Place it on the map
      </Button>
    </div>
  )
}
