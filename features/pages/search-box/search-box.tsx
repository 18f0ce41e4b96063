import { useNavigate } from 'react-router'
import { chosenCity } from '#features/places/chosen.ts'
import { firstCharacters } from '#platform/text/characters.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { lastSearches, maxLastSearches } from '#platform/web/storage/last-searches.ts'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import { formatDistanceAway } from '#platform/text/distance.ts'
import type { Suggestion } from './suggestions.ts'
import styles from './search-box.module.css'

/** One search box for everything, on every page. On a phone, the bottom bar links to the search page instead. */
export function SearchBox() {
  const open = useOpenSearch()
  return (
    <search className={styles.search}>
      <form
        action="/search"
        onSubmit={(event) => {
          event.preventDefault()
          open(new FormData(event.currentTarget).get('q') as string)
        }}
      >
        <SearchField label="Search" placeholder="Search" onAsk={open} />
      </form>
    </search>
  )
}

type Props = {
  label: string
  placeholder: string
  typed?: string
  focused?: boolean
  onAsk: (q: string) => void
}

/** The search field of a form. Before something is typed, it offers the visitor's last searches. */
export function SearchField({ label, placeholder, typed, focused, onAsk }: Props) {
  const navigate = useNavigate()
  const unit = useDistanceUnit()
  const { load } = useLoad('GET /search')
  const suggest = async (q: string): Promise<{ data?: Suggestion[]; error?: unknown }> => {
    if (q === '') return { data: lastSearches.get().map(toSuggestion) }
    const place = chosenCity.get()
    const point = place && { latitude: place.latitude, longitude: place.longitude }
    const [{ data, error }, { suggestionsOf }] = await Promise.all([
      load({ q: toSearchQuery(q), ...point }),
      import('./suggestions.ts'),
    ])
    return data ? { data: suggestionsOf(q, data) } : { error }
  }
  return (
    <Combobox<Suggestion>
      label={label}
      labelHidden
      input={{ name: 'q', placeholder, defaultValue: typed, autoFocus: focused }}
      isFreeText
      load={suggest}
      itemToString={({ name }) => name}
      itemToKey={({ key }) => key}
      renderItem={({ name, about, miles }) => (
        <>
          {name}
          <small>
            {about}
            {miles !== undefined && ` · ${formatDistanceAway(miles, unit)}`}
          </small>
        </>
      )}
      emptyText="Nothing is called that here. Try a dish, a restaurant, a city or a member."
      renderBelow={(query, close) =>
        query === '' && (
          <InlineButton
            onClick={() => {
              lastSearches.remove()
              close()
            }}
          >
            Clear last searches
          </InlineButton>
        )
      }
      onSelect={(chosen) => {
        if (!chosen) return
        if (chosen.to === '') return onAsk(chosen.name)
        storeSearch(chosen.name)
        void navigate(chosen.to)
      }}
    />
  )
}

const toSuggestion = (name: string): Suggestion => ({
  key: `last ${name}`,
  name,
  about: 'Searched before',
  to: '',
})

/** Returns as much of the typed text as a search accepts. */
export const toSearchQuery = (q: string) => firstCharacters(q.normalize('NFC').trim(), 100)

export function storeSearch(q: string): void {
  const text = toSearchQuery(q.replace(/\s+/g, ' '))
  if (text === '') return
  const same = text.toLowerCase()
  const others = lastSearches.get().filter((other) => other.toLowerCase() !== same)
  lastSearches.set([text, ...others].slice(0, maxLastSearches))
}

const rounded = (degrees: number) => String(Math.round(degrees * 1000) / 1000)

/** Returns the path of a search near the city that was chosen last. */
export function searchPath(q: string): string {
  const place = chosenCity.get()
  const query = new URLSearchParams({
    q: q.trim(),
    ...(place && { latitude: rounded(place.latitude), longitude: rounded(place.longitude) }),
  })
  return q.trim() === '' ? '/search' : `/search?${query}`
}

/** Returns a function that opens a search and stores it among the last searches. */
export function useOpenSearch(): (q: string) => void {
  const navigate = useNavigate()
  return (q) => {
    storeSearch(q)
    void navigate(searchPath(q))
  }
}
