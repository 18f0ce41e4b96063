import { useState } from 'react'
import type { Output } from '#platform/contract/wire.ts'
import { distanceInWords } from '#platform/text/distance.ts'
import { api, asApiError } from '#platform/web/api/api.ts'
import { chosenUnit, useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { useStored } from '#platform/web/storage/stored.ts'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { DevicePanel } from './push/device-panel.tsx'
import css from './settings.module.css'

export const handle: Handle = { title: 'Notification settings', members: true }

export const loader = async ({ api: ask }: LoaderArgs) => {
  const [settings, devices] = await Promise.all([
    ask('GET /notification-settings', {}),
    // This call is refused to an admin who acts as another user, so the page is shown to them without devices.
    ask('GET /user/push-subscriptions', {}).catch(() => null),
  ])
  return { settings, devices }
}

type Settings = Output<'GET /notification-settings'>

const groups: [string, [keyof Settings, string][]][] = [
  [
    'Tell me about',
    [
      ['nearby', 'New yolos in your area'],
      ['upvoted', 'One of your yolos is upvoted'],
      ['followed', 'Someone you follow adds a yolo or upvote'],
    ],
  ],
  [
    'Send me',
    [
      ['weeklyMail', 'A mail a week: new near me, my upvotes, my followers'],
      ['emailConsent', 'Mails about the best food in my area'],
    ],
  ],
]

export function Component() {
  const { settings, devices } = useScreenData<typeof loader>()
  const unit = useDistanceUnit()
  return (
    <Content width="narrow">
      <Stack gap={5}>
        <PageHeader title="NOTIFICATION SETTINGS" up={{ to: '/my-page', label: 'BACK' }} />
        <Panel>
          <Choices settings={settings} />
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
          Your area is {distanceInWords(20, unit)} around the city you chose last. You always hear
          of new followers.
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

/** Each choice is saved at once. One that can't be saved goes back, with the reason. */
function Choices({ settings }: { settings: Settings }) {
  const [chosen, setChosen] = useState(settings)
  const [outcome, setOutcome] = useState({ saved: false, error: '' })
  const change = async (key: keyof Settings, isOn: boolean) => {
    setChosen((now) => ({ ...now, [key]: isOn }))
    setOutcome({ saved: false, error: '' })
    try {
      await api('PUT /notification-settings', { [key]: isOn })
      setOutcome({ saved: true, error: '' })
    } catch (error) {
      setChosen((now) => ({ ...now, [key]: !isOn }))
      setOutcome({ saved: false, error: asApiError(error).message })
    }
  }
  return (
    <>
      {groups.map(([legend, boxes]) => (
        <fieldset key={legend} className={css.boxes}>
          <legend>{legend}</legend>
          {boxes.map(([key, label]) => (
            <Checkbox
              key={key}
              name={key}
              label={label}
              checked={chosen[key]}
              onChange={(isOn) => void change(key, isOn)}
            />
          ))}
        </fieldset>
      ))}
      <div className={css.outcome}>
        <output className="success">{outcome.saved && 'Saved.'}</output>
        <p role="alert" className="problem">
          {outcome.error}
        </p>
      </div>
    </>
  )
}

/** Miles or kilometers. The choice stays on this device, as the theme does. */
function Units() {
  const unit = useStored(chosenUnit)
  return (
    <RadioGroup
      legend="Miles or kilometers, on this device"
      stacked
      options={units}
      value={unit ?? 'automatic'}
      onChange={(choice) => (choice === 'automatic' ? chosenUnit.remove() : chosenUnit.set(choice))}
    />
  )
}

const units = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'mi', label: 'Miles' },
  { value: 'km', label: 'Kilometers' },
] as const
