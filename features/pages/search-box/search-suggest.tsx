import { useNavigate } from 'react-router'
import { chosenCity } from '#features/places/chosen.ts'
import { Combobox, type ComboboxProps } from '#platform/web/ui/form/combobox.tsx'
import { nameToFind } from '#features/places/shared-place.ts'
import { lastSearches } from '#platform/web/storage/last-searches.ts'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import { storeSearch, toSearchQuery } from './searches.ts'
import { suggestionDetail, suggestionsOf, type Suggestion } from './suggestions.ts'

/**
 * The search field once it was touched: it shows suggestions while the visitor types, and their last searches before
 * that.
 */
export function SearchFieldWithSuggestions({
  onAsk,
  ...field
}: Pick<ComboboxProps<Suggestion>, 'label' | 'placeholder' | 'typed' | 'focused' | 'selection'> & {
  onAsk: (q: string) => void
}) {
  const navigate = useNavigate()
  const unit = useDistanceUnit()
  const { load } = useLoad('GET /search')
  const suggest = async (text: string): Promise<{ data?: Suggestion[]; error?: unknown }> => {
    const q = nameToFind(text)
    if (q === null) return { data: [] }
    if (q === '')
      return {
        data: lastSearches
          .get()
          .map((name) => ({ key: `last ${name}`, name, about: 'Searched before', to: '' })),
      }
    const place = chosenCity.get()
    const { data, error } = await load({
      q: toSearchQuery(q),
      ...(place && { latitude: place.latitude, longitude: place.longitude }),
    })
    return data ? { data: suggestionsOf(q, data) } : { error }
  }
  return (
    <Combobox<Suggestion>
      {...field}
      labelHidden
      name="q"
      minCharacters={0}
      submitsOnEnter
      load={suggest}
      itemToString={({ name }) => name}
      itemToKey={({ key }) => key}
      renderItem={(line) => (
        <>
          {line.name}
          <small>{suggestionDetail(line, unit)}</small>
        </>
      )}
      emptyText="Nothing is called that here. Try a dish, a restaurant, a city or a member."
      renderBelow={(query, close) =>
        query === '' && lastSearches.get().length > 0 ? (
          <InlineButton
            onClick={() => {
              lastSearches.remove()
              close()
            }}
          >
            Clear last searches
          </InlineButton>
        ) : null
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
