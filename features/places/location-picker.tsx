import { type ReactNode, useState } from 'react'
import { type ChosenCity } from '#features/places/chosen.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { CityField } from './city-field.tsx'

type Props = {
  open: boolean
  onBack: () => void
  onChange: (place: ChosenCity) => void
  /** Another way to choose a place, such as 'Near me'. */
  children?: ReactNode
}

/**
 * Full-screen dialog in which the user types a city, chooses a suggestion and
 * confirms with CHANGE.
 */
export function LocationPicker({ open, onBack, onChange, children }: Props) {
  const [chosen, setChosen] = useState<ChosenCity | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (city: ChosenCity | null) => {
    setChosen(city)
    setProblem(null)
  }
  const back = () => {
    choose(null)
    onBack()
  }
  const change = () => {
    if (!chosen) return setProblem('Not Found!')
    choose(null)
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
        <CityField
          city=""
          label="ENTER LOCATION HERE"
          inline
          onTyped={() => setProblem(null)}
          onPlace={choose}
          onClear={() => choose(null)}
        />
        <Banner tone="bad">{problem}</Banner>
        {children}
      </Stack>
    </Dialog>
  )
}
