import { type FormEvent, useId } from 'react'
import { NearMe } from '#features/places/near-me.tsx'
import type * as places from '#features/places/contract.ts'
import { useSession, type Place } from '#platform/web/session.ts'
import { useCall } from '#platform/web/use-call.ts'
import { Banner } from '#platform/web/ui/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Row, Stack } from '#platform/web/ui/layout.tsx'
import { changeDraft, emptyDraft, useDraft, type ChosenRestaurant } from './draft.ts'
import { LogInLinks } from './log-in-links.tsx'

type Props = {
  open: boolean
  city: Place
  onClose: () => void
  onAdded: (restaurant: ChosenRestaurant) => void
}

/** Name, address and a pin. What is typed stays in the draft, through a log-in too. */
export function MissingRestaurant({ open, city, onClose, onAdded }: Props) {
  const { missing } = useDraft()
  const { isLogged } = useSession()
  const { run, busy, error, fields } = useCall<typeof places.addRestaurant>('POST /restaurants')
  const form = useId()
  const type = (change: Partial<typeof missing>) =>
    changeDraft({ missing: { ...missing, ...change } })

  const add = async (event: FormEvent) => {
    event.preventDefault()
    const { name, address, pin } = missing
    const { latitude, longitude } = pin ?? city
    const added = await run({ name, address, latitude, longitude })
    if (!added) return
    changeDraft({ missing: emptyDraft.missing })
    onAdded({ placeId: added.placeId, name: name.trim(), address: address.trim() })
  }
  const there = error?.code === 'restaurant_exists' && existing(error.details)

  return (
    <Dialog
      open={open}
      onClose={onClose}
      firm
      title="Add a restaurant that is missing"
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
      <form id={form} onSubmit={(event) => void add(event)}>
        <Stack>
          <Field
            label="Name"
            autoComplete="off"
            required
            data-autofocus
            value={missing.name}
            error={fields.name}
            onChange={({ target }) => type({ name: target.value })}
          />
          <Field
            label="Address"
            hint="Street and number, so that others find it."
            autoComplete="off"
            required
            value={missing.address}
            error={fields.address}
            onChange={({ target }) => type({ address: target.value })}
          />
          <div>
            <p>
              {missing.pin
                ? `Its pin: where you are now, near ${missing.pin.name}.`
                : `Its pin: the middle of ${city.name}. Are you there right now?`}
            </p>
            <Row>
              <NearMe onPlace={(pin) => type({ pin })} />
              {missing.pin && (
                <Button look="quiet" size="small" onClick={() => type({ pin: null })}>
                  The city’s middle
                </Button>
              )}
            </Row>
          </div>
          <Banner tone="bad">{error && Object.keys(fields).length === 0 && error.message}</Banner>
          {there && (
            <Button look="secondary" onClick={() => onAdded(there)}>
              Take {there.name}, {there.address}
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

/** The restaurant that the refusal names. */
function existing(details: Record<string, unknown>): ChosenRestaurant | null {
  const it = details.restaurant as Partial<ChosenRestaurant> | undefined
  return it?.placeId && it.name
    ? { placeId: it.placeId, name: it.name, address: it.address ?? '' }
    : null
}
