import { type ReactNode, useState } from 'react'
import { MapPin } from 'lucide-react'
import { type ChosenCity, toChosenCity, useCities } from '#features/places/chosen.ts'
import { loadFailureText } from '#platform/web/api/status-text.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import type * as places from './contract.ts'

type Props = {
  open: boolean
  onBack: () => void
  onChange: (place: ChosenCity) => void
  /** Another way to choose a place, such as 'Near me'. */
  children?: ReactNode
}

/**
 * Full-screen dialog, with a history entry of its own, in which the user types a city, chooses a suggestion and
 * confirms with CHANGE.
 */
export function LocationPicker({ open, onBack, onChange, children }: Props) {
  const [chosen, setChosen] = useState<ChosenCity | null>(null)
  /** What was typed without choosing a city. */
  const [typed, setTyped] = useState('')
  /** The last text for which no city came, and why. */
  const [missed, setMissed] = useState({ text: '', why: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const find = useCities()
  const load = async (text: string) => {
    const found = await find(text)
    if (!found.data?.length)
      setMissed({ text, why: found.error ? loadFailureText(found.error) : 'Not Found!' })
    return found
  }
  const take = (city: ChosenCity | null) => {
    setChosen(city)
    setTyped('')
    setProblem(null)
  }
  const back = () => {
    take(null)
    onBack()
  }
  const change = () => {
    if (!chosen) {
      if (!typed) return setProblem('Not Found!')
      return setProblem(typed === missed.text ? missed.why : 'Choose a city from the list.')
    }
    take(null)
    onChange(chosen)
  }
  return (
    <Dialog
      open={open}
      onClose={back}
      shape="full"
      title="Choose your city"
      actions={
        <>
          <Button variant="secondary" onClick={back}>
            BACK
          </Button>
          <Button onClick={change}>CHANGE</Button>
        </>
      }
    >
      <Stack>
        <Combobox<places.CityPlace>
          label="ENTER LOCATION HERE"
          icon={<MapPin />}
          inline
          load={load}
          onEdit={(text) => {
            setTyped(text.trim())
            setProblem(null)
          }}
          itemToString={({ name }) => name}
          itemToKey={({ id }) => id}
          renderItem={({ name, address }) => (
            <>
              {name}
              {address !== name && <small>{address}</small>}
            </>
          )}
          emptyText="Not Found!"
          onSelect={(city) => {
            const place = city && toChosenCity(city)
            take(place)
            if (city && !place) setProblem('Not Found!')
          }}
        />
        <Banner tone="bad">{problem}</Banner>
        {children}
      </Stack>
    </Dialog>
  )
}
