import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Download } from 'lucide-react'
import { pageAge } from '#platform/web/page-age.ts'
import { readerLocale } from '#platform/web/reader-locale.ts'
import { useKeptFocus } from '#platform/web/ui/list/use-kept-focus.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { megabytesText } from './bytes-text.ts'
import { sessionKeeper } from './keeper.ts'
import type { Keeper } from './kept-caches.ts'
import { showAddresses } from './kept-addresses.ts'
import { keepingProgress, startKeeping, stopKeeping, subscribeToKeeping } from './keeping.ts'
import { estimatedBytes, keptAddressesOf, removeKeptCity } from './kept-cities-store.ts'
import css from './offline.module.css'
import { useKeptCities } from './use-kept-cities.ts'

type Props = {
  slug: string
  name: string
  /** The number of photos in the list that is shown, from which the size of all the city's lists is estimated. */
  photos: number
}

/** The control to keep all lists of a city on this device, for use without a network. It first shows their size. */
export default function KeepCity({ slug, name, photos }: Props) {
  const kept = useKeptCities()
  const progress = useSyncExternalStore(
    subscribeToKeeping,
    () => keepingProgress(slug),
    () => null,
  )
  const [problem, setProblem] = useState('')
  const toast = useToast()
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const keeper = sessionKeeper()
  useShownAddresses(keeper, slug)
  const city = kept?.find((one) => one.slug === slug)
  const box = useKeptFocus<HTMLDivElement>()
  if (!kept || !keeper) return null
  const size = (bytes: number) => megabytesText(bytes, readerLocale())

  const keep = async () => {
    setProblem('')
    try {
      // Asks the browser not to delete the site's data by itself. Doesn't wait for the answer, because some browsers
      // ask the user first.
      void navigator.storage.persist?.()
      const isKept = await startKeeping(keeper, { slug, name })
      if (isKept && left.current) toast(`${name} is on this device.`)
    } catch (error) {
      const text = problemText(error as Error, name)
      if (left.current) toast({ text, tone: 'bad' })
      else setProblem(text)
    }
  }

  return (
    <div className={css.keep} ref={box}>
      {progress && (
        <Row>
          <label className={css.progress}>
            Keeping {name}
            <progress max={progress.all} value={progress.done} />
          </label>
          <Button variant="secondary" size="small" onClick={() => stopKeeping(slug)}>
            Stop
          </Button>
        </Row>
      )}
      {!progress && city && (
        <Kept
          text={`${name} is on this device, ${size(city.bytes)}`}
          onRefresh={() => void keep()}
          onRemove={() => void removeKeptCity(keeper, slug)}
        />
      )}
      {!progress && !city && (
        <Button variant="secondary" icon={<Download />} onClick={() => void keep()}>
          Keep this city on this device, about {size(estimatedBytes(photos))}
        </Button>
      )}
      <Banner tone="bad">{problem}</Banner>
    </div>
  )
}

/** Lets the cards say where their restaurants are while the list comes from this device, which can't show a map then. */
function useShownAddresses(keeper: Keeper | null, slug: string) {
  const isOld = useSyncExternalStore(pageAge.subscribe, pageAge.get, () => null) !== null
  useEffect(() => {
    if (!isOld || !keeper) return undefined
    let left = false
    keptAddressesOf(keeper, slug).then(
      (addresses) => !left && showAddresses(addresses),
      () => {},
    )
    return () => {
      left = true
      showAddresses()
    }
  }, [isOld, keeper, slug])
}

const Kept = (props: { text: string; onRefresh(): void; onRemove(): void }) => (
  <Row>
    <output>{props.text}</output>
    <Button variant="secondary" size="small" onClick={props.onRefresh}>
      Refresh
    </Button>
    <Button variant="secondary" size="small" onClick={props.onRemove}>
      Remove
    </Button>
  </Row>
)

const problemText = ({ name: kind }: Error, city: string) =>
  kind === 'QuotaExceededError'
    ? `This device is full. Nothing of ${city} is kept.`
    : `The connection broke before all of ${city} was here. Try again, and it goes on from there.`
