import { useLocation, useNavigate } from 'react-router'
import { choosePlace } from '#features/accounts/profile/location.ts'
import { NearMe } from '#features/places/near-me.tsx'
import { LocationPicker } from '#features/places/location-picker.tsx'
import { chosenPlace, type Place } from '#features/places/chosen.ts'
import { useStored } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { chooseRestaurant } from './draft.ts'
import { addressOf } from './steps.ts'
import { useSteps } from './wizard.tsx'

/** The city's own button and its picker, which has a place in the history: the phone's back button closes it. */
export function ChangeLocation({ onChanged }: { onChanged?: () => void }) {
  const place = useStored(chosenPlace)
  const { step } = useSteps()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { picking = false, from } = (state ?? {}) as { picking?: boolean; from?: string }
  const close = () => void navigate(-1)

  const change = (chosen: Place) => {
    if (chosen.name !== place?.name) chooseRestaurant(null)
    choosePlace(chosen)
    if (onChanged) onChanged()
    else if (picking) close()
  }
  return (
    <>
      <Button
        look={place ? 'secondary' : 'primary'}
        onClick={() => void navigate(addressOf(step), { state: { picking: true, from } })}
      >
        CHANGE LOCATION
      </Button>
      <LocationPicker open={picking} onBack={close} onChange={change}>
        <NearMe onPlace={change} />
      </LocationPicker>
    </>
  )
}
