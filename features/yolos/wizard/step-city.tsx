import { useLocation, useNavigate } from 'react-router'
import { choosePlace } from '#features/accounts/profile/location.ts'
import { NearMe } from '#features/places/near-me.tsx'
import { LocationPicker } from '#features/places/location-picker.tsx'
import { chosenPlace, useStored, type Place } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { chooseRestaurant } from './draft.ts'
import { addressOf } from './steps.ts'
import { NextButton, useSteps, WizardStep } from './wizard.tsx'
import css from './wizard.module.css'

export function CityStep() {
  const place = useStored(chosenPlace)
  const { next } = useSteps()
  const navigate = useNavigate()
  // The picker has its own place in the history: the phone's back button closes it.
  const { state } = useLocation()
  const picking = (state as { picking?: boolean } | null)?.picking === true
  const close = () => void navigate(-1)

  const change = (chosen: Place) => {
    if (chosen.name !== place?.name) chooseRestaurant(null)
    choosePlace(chosen)
    if (picking) close()
  }
  return (
    <WizardStep title="Which city?" next={place && <NextButton onClick={next} />}>
      <Panel>
        <div className={css.choices}>
          {place ? (
            <p className={css.place}>{place.name}</p>
          ) : (
            <p>Tell us the city first: we look for restaurants within 50 miles of it.</p>
          )}
          <div>
            <Button
              look={place ? 'secondary' : 'primary'}
              onClick={() => void navigate(addressOf('city'), { state: { picking: true } })}
            >
              CHANGE LOCATION
            </Button>
          </div>
        </div>
      </Panel>
      <LocationPicker open={picking} onBack={close} onChange={change}>
        <NearMe onPlace={change} />
      </LocationPicker>
    </WizardStep>
  )
}
