import { type FormEvent, useState, useId } from 'react'
import { useLocation } from 'react-router'
import { VerifyNotice } from '#features/accounts/sign-up/verify-notice.tsx'
import { LazyPinMap } from '#features/map/map-slot.tsx'
import type { ChosenCity } from '#features/places/chosen.ts'
import { NearMeButton } from '#features/places/near-me.tsx'
import { loginPathReturningTo } from '#platform/web/navigation/next-path.ts'
import { refusalDetails } from '#platform/web/api/api.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import type { ChosenRestaurant, MissingRestaurant, Pin } from './draft.ts'

type Props = {
  open: boolean
  city: ChosenCity
  missing: MissingRestaurant
  onType: (missing: MissingRestaurant) => void
  onClose: () => void
  onAdded: (restaurant: ChosenRestaurant) => void
}

/** A form for name, address and pin. The caller keeps its values. */
export function MissingRestaurantForm({ open, city, missing, onType, onClose, onAdded }: Props) {
  const location = useLocation()
  const { isLogged } = useSession()
  const { run, busy, error, fields, clear } = useCall('POST /restaurants')
  const form = useId()
  const close = () => (busy ? undefined : onClose())
  const type = (change: Partial<MissingRestaurant>) => {
    clear()
    onType({ ...missing, ...change })
  }
  const textField = (key: 'name' | 'address') => ({
    name: key,
    autoComplete: 'off',
    required: true,
    value: missing[key],
    error: fields[key],
    onChange: ({ target }: { target: HTMLInputElement }) => type({ [key]: target.value }),
  })
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name, address, pin } = missing
    const { latitude, longitude } = pin ?? city
    const added = await run({ name, address, latitude, longitude })
    if (added) onAdded({ placeId: added.placeId, name: name.trim(), address: address.trim() })
  }
  const existing = refusalDetails(error, 'POST /restaurants', 'restaurant_exists')?.restaurant

  return (
    <Dialog
      open={open}
      onClose={close}
      onlyClosedByButtons
      title="Add a missing restaurant"
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            BACK
          </Button>
          {isLogged ? (
            <Button type="submit" form={form} busy={busy}>
              Add restaurant
            </Button>
          ) : (
            <LinkButton to={loginPathReturningTo(location)}>Log in or join</LinkButton>
          )}
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void add(event)}>
        <Stack>
          {error?.code === 'verify_first' ? (
            <VerifyNotice lead="To add a restaurant now, you must verify by e-mail first." />
          ) : (
            <Banner tone="bad">{Object.keys(fields).length === 0 && error?.message}</Banner>
          )}
          {existing && (
            <Button variant="secondary" onClick={() => onAdded(existing)}>
              Use {existing.name}, {existing.address}
            </Button>
          )}
          <Field label="Name" data-autofocus {...textField('name')} />
          <Field
            label="Address"
            hint="Street and number, so that others find it."
            {...textField('address')}
          />
          <PinChoice pin={missing.pin} city={city} onPin={(pin) => type({ pin })} />
          {!isLogged && <p>Log in to add it: what you typed stays here.</p>}
        </Stack>
      </form>
    </Dialog>
  )
}

type PinProps = { pin: Pin | null; city: ChosenCity; onPin: (pin: Pin | null) => void }

/** Sets the restaurant's pin to the member's location, a point on the map, or the city's center. */
function PinChoice({ pin, city, onPin }: PinProps) {
  const [placing, setPlacing] = useState(false)
  return (
    <div>
      <p aria-live="polite">{pinText(pin, city)}</p>
      <Row>
        <NearMeButton chosen={pin ? `${pin.latitude} ${pin.longitude}` : ''} onPlace={onPin} />
        {!placing && (
          <Button variant="secondary" size="small" onClick={() => setPlacing(true)}>
            Place it on the map
          </Button>
        )}
        {pin && (
          <Button variant="quiet" size="small" onClick={() => onPin(null)}>
            The city’s middle
          </Button>
        )}
      </Row>
      {placing && (
        <LazyPinMap
          point={pin ?? city}
          miles={3}
          onPlace={(point) => onPin({ ...point, name: city.name, placed: true })}
        />
      )}
    </div>
  )
}

function pinText(pin: Pin | null, city: ChosenCity): string {
  if (!pin) return `Its pin is in the middle of ${city.name}. Are you at the restaurant now?`
  return pin.placed
    ? `Its pin is where you placed it in ${city.name}.`
    : `Its pin is where you are now, near ${pin.name}.`
}
