import { categories } from '#domain/vocabulary/categories.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { readerLocale } from '#platform/web/reader-locale.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useKeptFocus } from '#platform/web/ui/list/use-kept-focus.ts'
import { megabytesText } from './bytes-text.ts'
import { sessionKeeper } from './keeper.ts'
import { removeKeptCity, type KeptCity } from './kept-cities-store.ts'
import css from './offline.module.css'
import { timeText } from './time-text.ts'
import { useKeptCities } from './use-kept-cities.ts'

/** The cities that are kept on this device, with their size and a way to remove them. Nothing if there are none. */
export function KeptCities() {
  const cities = useKeptCities()
  const box = useKeptFocus<HTMLElement>()
  if (!cities?.length) return null
  return (
    <section ref={box} className={css.section} aria-labelledby="kept-cities">
      <h2 id="kept-cities">Cities on this device</h2>
      <ul className={css.cities}>
        {cities.map((city) => (
          <li key={city.slug}>
            <City city={city} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function City({ city: { slug, name, bytes, at } }: { city: KeptCity }) {
  return (
    <details className={css.city}>
      <summary>
        {name}
        <span className={css.at}>
          {megabytesText(bytes, readerLocale())}, as of {timeText(new Date(at), readerLocale())}
        </span>
      </summary>
      <ul className={css.lists}>
        {categories.map((category) => (
          <li key={category.id}>
            <Link to={`/${category.slug}/${slug}`}>{category.label}</Link>
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Remove ${name} from this device`}
        onClick={() => {
          const keeper = sessionKeeper()
          if (keeper) void removeKeptCity(keeper, slug)
        }}
      >
        Remove
      </Button>
    </details>
  )
}
