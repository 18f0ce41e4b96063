import { useSyncExternalStore } from 'react'
import { pageAge } from '#platform/web/page-age.ts'
import { readerLocale } from '#platform/web/reader-locale.ts'
import { fullDevice } from './full-device.ts'
import { timeText } from './time-text.ts'
import css from './offline.module.css'

/** Says of a page that came from this device how old it is, and of a full disk what was dropped. */
export function DeviceStatus() {
  const at = useSyncExternalStore(pageAge.subscribe, pageAge.get, () => null)
  const full = useSyncExternalStore(fullDevice.subscribe, fullDevice.get, () => null)
  return (
    <div className={css.status} aria-live="polite">
      {at && <p>As of {timeText(new Date(at), readerLocale())}</p>}
      {full && <p>{fullText(full.dropped)}</p>}
    </div>
  )
}

const droppedTexts: Record<string, string> = {
  map: 'the maps',
  pictures: 'the pictures',
  'looked at calls': 'the dishes and restaurants',
  'looked at': 'the dishes and restaurants',
  'list calls': 'the lists',
  lists: 'the lists',
}

const fullText = (dropped: string | null) =>
  dropped === null
    ? 'This device is full. Pages that you open now aren’t kept for later.'
    : `This device is full. We dropped ${droppedTexts[dropped] ?? 'some'} that were kept for when you are offline.`
