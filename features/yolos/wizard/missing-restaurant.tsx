import { type FormEvent, useId, useState } from 'react'
import { apart } from '#features/map/pins/apart.ts'
import { Pins } from '#features/map/pins/pins.tsx'
import { NearMe } from '#features/places/near-me.tsx'
import { refusal } from '#platform/web/refusal.ts'
import { useSession } from '#platform/web/session.ts'
import { type Place } from '#features/places/chosen.ts'
import { useCall } from '#platform/web/use-call.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { changeDraft, emptyDraft, useDraft, type ChosenRestaurant, type Pin } from './draft.ts'
import { LogInLinks } from './log-in-links.tsx'
import { VerifyFirst } from './verify-first.tsx'

type Props = {
  open: boolean
  city: Place
  onClose: () => void
  onAdded: (restaurant: ChosenRestaurant) => void
}

function whereItIs(pin: Pin | null, city: Place): string {
  if (!pin) return `Its pin is in the middle of ${city.name}. Are you at the restaurant now?`
  if (pin.given) return `Its pin is where the map has ${pin.name}.`
  if (!pin.placed) return `Its pin is where you are now, near ${pin.name}.`
  const way = apart(city, pin)
  return way
    ? `Its pin is ${way} the middle of ${city.name}.`
    : `Its pin is in the middle of ${city.name}.`
}

/** Name, address and a pin. What is typed stays in the draft, through a log-in too. */
export function MissingRestaurant({ open, city, onClose, onAdded }: Props) {
  const { missing } = useDraft()
  const { isLogged } = useSession()
  const { run, busy, error, fields, clear } = useCall('POST /restaurants')
  const form = useId()
  const [asked, setAsked] = useState(false)
  const [placing, setPlacing] = useState(false)
  const lacks = {
    name: asked && !missing.name.trim() ? 'Please enter its name.' : undefined,
    address: asked && !missing.address.trim() ? 'Please enter its address.' : undefined,
  }
  const type = (change: Partial<typeof missing>) => {
    clear()
    changeDraft({ missing: { ...missing, ...change } })
  }

  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name, address, pin, placeId } = missing
    setAsked(true)
    if (!name.trim() || !address.trim()) {
      const lacking = event.currentTarget.elements.namedItem(name.trim() ? 'address' : 'name')
      if (lacking instanceof HTMLElement) lacking.focus()
      return
    }
    const { latitude, longitude } = pin ?? city
    const added = await run({ name, address, latitude, longitude, ...(placeId && { placeId }) })
    if (!added) return
    changeDraft({ missing: emptyDraft.missing })
    onAdded({ placeId: added.placeId, name: name.trim(), address: address.trim() })
  }
  const there = refusal(error, 'POST /restaurants', 'restaurant_exists')?.restaurant

  const first = error?.code === 'verify_first' ? error : null

  return (
    <Dialog
      open={open}
      onClose={onClose}
      firm
      title="Add a missing restaurant"
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            BACK
          </Button>
          {isLogged && (
            <Button type="submit" form={form} busy={busy}>
              Add restaurant
            </Button>
          )}
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void add(event)}>
        <Stack>
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            required
            data-autofocus
            value={missing.name}
            error={lacks.name ?? fields.name}
            onChange={({ target }) => type({ name: target.value })}
          />
          <Field
            label="Address"
            name="address"
            hint="Street and number, so that others find it."
            autoComplete="off"
            required
            value={missing.address}
            error={lacks.address ?? fields.address}
            onChange={({ target }) => type({ address: target.value })}
          />
          <div>
            <p aria-live="polite">{whereItIs(missing.pin, city)}</p>
            <Row>
              <NearMe onPlace={(pin) => type({ pin })} />
              {!placing && (
                <Button look="secondary" size="small" onClick={() => setPlacing(true)}>
                  Place it on the map
                </Button>
              )}
              {missing.pin && (
                <Button look="quiet" size="small" onClick={() => type({ pin: null })}>
                  The city’s middle
                </Button>
              )}
            </Row>
            {placing && (
              <Pins
                alone
                now={city}
                next={missing.pin ?? city}
                onPlace={(point) => type({ pin: { ...point, name: city.name, placed: true } })}
              />
            )}
          </div>
          {first ? (
            <VerifyFirst>{first.message}</VerifyFirst>
          ) : (
            <Banner tone="bad">{error && Object.keys(fields).length === 0 && error.message}</Banner>
          )}
          {there && (
            <Button
              look="secondary"
              onClick={() =>
                onAdded({ placeId: there.placeId, name: there.name, address: there.address })
              }
            >
              Use {there.name}, {there.address}
            </Button>
          )}
          {!isLogged && (
            <LogInLinks step="name">Log in to add it: what you typed stays here.</LogInLinks>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
