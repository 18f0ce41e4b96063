import { chosenPlace } from '#features/places/chosen.ts'
import { useStored } from '#platform/web/session.ts'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { ChangeLocation } from './change-location.tsx'
import { NextButton, useSteps, WizardStep } from './wizard.tsx'
import css from './wizard.module.css'

/** Asked where no city is known; else it is shown with the restaurant's search, and BACK leads here. */
export function CityStep() {
  const place = useStored(chosenPlace)
  const { go, next } = useSteps()
  return (
    <WizardStep title="Which city?" next={place && <NextButton onClick={next} />}>
      <Panel>
        <div className={css.choices}>
          {place ? (
            <p className={css.place}>{place.name}</p>
          ) : (
            <p>Tell us the city first: we look for restaurants within 50 miles of it.</p>
          )}
          {/* CHANGE has said it: NEXT would only say it again. */}
          <ChangeLocation onChanged={() => go('name', true)} />
        </div>
      </Panel>
    </WizardStep>
  )
}
