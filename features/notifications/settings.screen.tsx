import { useState } from 'react'
import { KeptCities } from '#features/offline/kept-cities.tsx'
import { api, asApiError } from '#platform/web/api/api.ts'
import { shortcutsEnabled } from '#platform/web/keyboard-shortcuts.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useLoaded, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { distanceInWords } from '#platform/text/distance.ts'
import { chosenUnit, useDistanceUnit } from '#platform/web/distance-unit.ts'
import { useStored } from '#platform/web/stored.ts'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import css from './settings.module.css'

export const handle: Handle = { title: 'Notification settings', members: true }

export const loader = ({ api }: LoaderArgs) => api('GET /notification-settings', {})

const boxes = [
  ['nearby', 'New yolos in your area'],
  ['upvoted', 'One of your yolos is upvoted'],
  ['followed', 'Someone you follow adds a yolo or upvote'],
] as const

const mails = [['emailConsent', 'Mails about the best food in my area']] as const

type Kind = (typeof boxes)[number][0] | (typeof mails)[number][0]

export function Component() {
  const [wanted, setWanted] = useState(useLoaded<typeof loader>())
  const [saved, setSaved] = useState(false)
  const [error, setError] = useState('')
  const keys = useStored(shortcutsEnabled)
  const unit = useDistanceUnit()

  const change = async (kind: Kind, on: boolean) => {
    setWanted((before) => ({ ...before, [kind]: on }))
    setSaved(false)
    setError('')
    try {
      await api('PUT /notification-settings', { [kind]: on })
      setSaved(true)
    } catch (problem) {
      setWanted((before) => ({ ...before, [kind]: !on }))
      setError(asApiError(problem).message)
    }
  }

  const group = (legend: string, kinds: typeof boxes | typeof mails) => (
    <fieldset className={css.boxes}>
      <legend>{legend}</legend>
      {kinds.map(([kind, label]) => (
        <Checkbox
          key={kind}
          name={kind}
          label={label}
          checked={wanted[kind]}
          onChange={(on) => void change(kind, on)}
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
          <div className={css.outcome}>
            <output className={css.saved}>{saved && 'Saved.'}</output>
            <p role="alert" className={css.error}>
              {error}
            </p>
          </div>
        </Panel>
        <Panel>
          <fieldset className={css.boxes}>
            <legend>Keys, on this device</legend>
            <Checkbox
              checked={keys}
              onChange={(on) => shortcutsEnabled.set(on)}
              label={
                <>
                  Single keys act: <kbd>/</kbd> searches, <kbd>?</kbd> lists them
                </>
              }
            />
          </fieldset>
        </Panel>
        <Panel>
          <Units />
        </Panel>
        <KeptCities />
        <p>
          Your area is {distanceInWords(20, unit)} round the city you chose last. New followers, and
          favorites that aren’t served any more, are always told.
        </p>
        <p>
          <Link to="/change-identity">Change your display name</Link>
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
