import { useRef, useState } from 'react'
import { DevicePanel } from '../push/device-panel.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { distanceInWords } from '#platform/text/distance.ts'
import { chosenUnit, useDistanceUnit } from '#platform/web/distance-unit.ts'
import { useStored } from '#platform/web/storage/stored.ts'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { QuietHoursField } from './quiet-hours-field.tsx'
import css from './settings.module.css'

export const handle: Handle = { title: 'Notification settings', members: true }

export const loader = async ({ api }: LoaderArgs) => {
  const [settings, devices] = await Promise.all([
    api('GET /notification-settings', {}),
    // This call is refused to an admin who acts as another user, so the page is shown to them without devices.
    api('GET /user/push-subscriptions', {}).catch(() => null),
  ])
  return { settings, devices }
}

const boxes = [
  ['nearby', 'New yolos in your area'],
  ['upvoted', 'One of your yolos is upvoted'],
  ['followed', 'Someone you follow adds a yolo or upvote'],
] as const

const mails = [
  ['weeklyMail', 'A mail a week: new near me, my upvotes, my followers'],
  ['emailConsent', 'Mails about the best food in my area'],
] as const

type NotificationSettings = Output<'GET /notification-settings'>

/** Returns the settings as the member wants them, and a function that saves changes of them. */
function useSavedSettings(settings: NotificationSettings) {
  const [wanted, setWanted] = useState(settings)
  const [saved, setSaved] = useState(false)
  const [error, setError] = useState('')
  // Changes are sent one after the other, so that none can be overtaken by an earlier one.
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const stored = useRef(settings)

  const change = async (changes: Partial<NotificationSettings>) => {
    setWanted((now) => ({ ...now, ...changes }))
    setSaved(false)
    setError('')
    // Quiet hours and the time of the weekly mail use this device's time zone.
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const send = () => api('PUT /notification-settings', { ...changes, timeZone })
    const sent = last.current.then(send, send)
    last.current = sent
    try {
      await sent
      stored.current = { ...stored.current, ...changes }
      if (last.current === sent) setSaved(true)
    } catch (problem) {
      const changed = Object.keys(changes) as (keyof NotificationSettings)[]
      const undone = Object.fromEntries(changed.map((key) => [key, stored.current[key]]))
      setWanted((now) => ({ ...now, ...undone }))
      setError(asApiError(problem).message)
    }
  }
  return { wanted, saved, error, change }
}

export function Component() {
  const { settings, devices } = useScreenData<typeof loader>()
  const { wanted, saved, error, change } = useSavedSettings(settings)
  const unit = useDistanceUnit()

  const group = (legend: string, kinds: typeof boxes | typeof mails) => (
    <fieldset className={css.boxes}>
      <legend>{legend}</legend>
      {kinds.map(([kind, label]) => (
        <Checkbox
          key={kind}
          name={kind}
          label={label}
          checked={wanted[kind]}
          onChange={(on) => void change({ [kind]: on })}
        />
      ))}
    </fieldset>
  )

  return (
    <Content width="narrow">
      <Stack gap={5}>
        <PageHeader title="NOTIFICATION SETTINGS" up={{ to: '/my-page', label: 'BACK' }} />
        <Panel>
          {group('Tell me about', boxes)}
          {group('Send me', mails)}
          <QuietHoursField
            value={wanted.quietHours}
            onChange={(quietHours) => void change({ quietHours })}
          />
          <div className={css.outcome}>
            <output className={css.saved}>{saved && 'Saved.'}</output>
            <p role="alert" className={css.error}>
              {error}
            </p>
          </div>
        </Panel>
        {devices && (
          <Panel>
            <DevicePanel devices={devices} />
          </Panel>
        )}
        <Panel>
          <Units />
        </Panel>
        <p>
          Your area is {distanceInWords(20, unit)} round the city you chose last. New followers, and
          favorites that aren’t served any more, are always told.
        </p>
        <p>
          <Link to="/change-identity" className="lone-link">
            Change your display name
          </Link>
        </p>
      </Stack>
    </Content>
  )
}

/** Miles or kilometers. The choice stays on this device, as the theme does. */
function Units() {
  const chosen = useStored(chosenUnit)
  return (
    <RadioGroup
      legend="Miles or kilometers, on this device"
      stacked
      options={units}
      value={chosen ?? 'automatic'}
      onChange={(unit) => (unit === 'automatic' ? chosenUnit.remove() : chosenUnit.set(unit))}
    />
  )
}

const units = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'mi', label: 'Miles' },
  { value: 'km', label: 'Kilometers' },
] as const
