import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { useHydrated } from '#platform/web/hydrated.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import css from './device-panel.module.css'
import { pushAnswer, unsubscribeBrowser } from '#platform/web/push.ts'
import { pushSupport, type PushSupport, useTurnOnPush } from './this-device.ts'

type Devices = Output<'GET /user/push-subscriptions'>

const why: Record<Exclude<PushSupport, 'able'>, string> = {
  blocked:
    'Your browser blocks notices of this site. Allow them in its settings for this site, then open this page again.',
  install:
    'On this device notices come only once the site is on your home screen: tap Share, then Add to Home Screen.',
  unable: 'This browser can’t show notices.',
}

function textOf(ability: PushSupport, isOn: boolean): string {
  if (ability !== 'able') return why[ability]
  return `What you chose above ${isOn ? 'comes' : 'can come'} to this device, also while the site is closed.`
}

/** Turns pushes on and off on this device, and off on others. */
export function DevicePanel({ devices }: { devices: Devices }) {
  const hydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const on = useTurnOnPush()
  const remove = useCall('DELETE /user/push-subscriptions/:id')
  const [said, setSaid] = useState('')
  const current = devices.find(({ current }) => current)
  const ability = hydrated ? pushSupport() : 'able'

  async function turnOn() {
    if (!(await on.run())) return
    setSaid('Notices come to this device now.')
    await revalidate()
  }
  async function turnOff(id: number, isCurrent: boolean) {
    if (!(await remove.run({ id }))) return
    if (isCurrent) {
      pushAnswer.set('not now')
      await unsubscribeBrowser()
    }
    setSaid(
      isCurrent ? 'No notices come to this device any more.' : 'That device gets none any more.',
    )
    await revalidate()
  }

  return (
    <section aria-labelledby="on-this-device">
      <Stack gap={3}>
        <h2 id="on-this-device" className={css.title}>
          On this device
        </h2>
        <Banner tone="bad">{on.problem || remove.error?.message}</Banner>
        <p>{textOf(ability, current !== undefined)}</p>
        {current ? (
          <div>
            <Button
              variant="secondary"
              busy={remove.busy}
              onClick={() => void turnOff(current.id, true)}
            >
              Turn off here
            </Button>
          </div>
        ) : (
          ability === 'able' && (
            <div>
              <Button busy={on.busy} onClick={() => void turnOn()}>
                Turn on here
              </Button>
            </div>
          )
        )}
        <OtherDevices
          devices={devices.filter(({ current }) => !current)}
          onRemove={(id) => void turnOff(id, false)}
        />
        <output className="success">{said}</output>
      </Stack>
    </section>
  )
}

function OtherDevices({ devices, onRemove }: { devices: Devices; onRemove: (id: number) => void }) {
  if (devices.length === 0) return null
  return (
    <>
      <h3 className={css.title}>Other devices that get notices</h3>
      <ul className={css.rows}>
        {devices.map(({ id, device }) => (
          <li key={id} className={css.row}>
            <span>{device}</span>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Turn off on ${device}`}
              onClick={() => onRemove(id)}
            >
              Turn off
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
