import { useState } from 'react'
import { chooseCity, chosenCity, type ChosenCity } from '#features/places/chosen.ts'
import { CityField } from '#features/places/city-field.tsx'
import { LocationPicker } from '#features/places/location-picker.tsx'
import { NearMeButton } from '#features/places/near-me.tsx'
import { distanceInWords } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { useStored } from '#platform/web/storage/stored.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { changeDraft, chooseRestaurant } from '../draft.ts'
import css from '../wizard.module.css'
import { NextButton, useSteps, WizardStep } from '../wizard.tsx'

export function CityStep() {
  const place = useStored(chosenCity)
  const { go, next } = useSteps()
  const goOn = () => go('name', true)
  const change = useChangeCity(goOn)
  const unit = useDistanceUnit()
  return (
    <WizardStep title="Which city?" next={place && <NextButton onClick={next} />}>
      <Panel>
        <Stack gap={3}>
          {place ? (
            <>
              <p className={css.place}>{place.name}</p>
              <ChangeCityButton onChanged={goOn} />
            </>
          ) : (
            <>
              <p>We look for restaurants within {distanceInWords(50, unit)} of it.</p>
              <CityField city="" label="ENTER LOCATION HERE" inline onPlace={change} />
              <NearMeButton onPlace={change} />
            </>
          )}
        </Stack>
      </Panel>
    </WizardStep>
  )
}

function useChangeCity(onChanged?: () => void) {
  const place = useStored(chosenCity)
  return (chosen: ChosenCity) => {
    if (chosen.name !== place?.name) chooseRestaurant(null)
    changeDraft({ around: null })
    chooseCity(chosen)
    onChanged?.()
  }
}

/** A button that opens the city picker. */
export function ChangeCityButton({ onChanged }: { onChanged?: () => void }) {
  const place = useStored(chosenCity)
  const [isPicking, setPicking] = useState(false)
  const change = useChangeCity(() => {
    setPicking(false)
    onChanged?.()
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setPicking(true)}>
        CHANGE LOCATION
      </Button>
      <LocationPicker open={isPicking} onBack={() => setPicking(false)} onChange={change}>
        <NearMeButton chosen={place?.name ?? ''} onPlace={change} />
      </LocationPicker>
    </>
  )
}
