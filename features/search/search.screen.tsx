import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { DishPhoto } from '#features/items/dish-photo.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import { chosenCity } from '#features/places/chosen.ts'
import { NearMeButton } from '#features/places/near-me.tsx'
import { saysNearMe, withoutOpenNow } from '#features/places/words/near-and-open.ts'
import { nameToFind } from '#features/places/shared-place.ts'
import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import type { GetHeadContent } from '#platform/web/head.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Api } from '#platform/web/api/api.ts'
import type { Point } from '#domain/position/miles.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { useStored } from '#platform/web/storage/stored.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { lastSearches } from '#platform/web/storage/last-searches.ts'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import {
  storeSearch,
  toSearchQuery,
  searchPath,
  useOpenSearch,
  SearchField,
} from '#features/pages/search-box/search-box.tsx'
import {
  type SearchResponse,
  suggestionDetail,
  dishSuggestionDetail,
} from '#features/pages/search-box/suggestions.ts'
import styles from './search.module.css'
import { inFull } from './food-names.ts'
import { type Place, type Section, sectionsOf, withoutCity } from './sections.ts'

const head: GetHeadContent = ({ data }) => {
  const { q } = data as Awaited<ReturnType<typeof loader>>
  return {
    title: q === '' ? 'Search' : `${q} · Search`,
    // Anyone can link to a search with words of their own, which search engines mustn't show as ours.
    ...(q !== '' && { noindex: true }),
    description: 'Find a dish, a restaurant, a member or a city by its name.',
  }
}

export const handle: Handle = { head, personal: true }

const degrees = (text: string | null, most: number) => {
  const number = Number(text ?? 'none')
  return text !== null && text !== '' && Math.abs(number) <= most ? number : null
}

export async function loader({ api, url }: LoaderArgs) {
  const typed = withoutInvisibleCharacters(url.searchParams.get('q') ?? '').replace(/\p{Cc}/gu, ' ')
  const name = nameToFind(typed)
  const q = toSearchQuery(name ?? typed)
  const latitude = degrees(url.searchParams.get('latitude'), 90)
  const longitude = degrees(url.searchParams.get('longitude'), 180)
  if (q === '') return { q, near: null, found: null, shorter: null, place: null }
  const near = latitude !== null && longitude !== null ? { latitude, longitude } : null
  // Words of a link's address would find other things.
  if (name === null) return { q, near, found: [], shorter: null, place: null }
  const answer = await api('GET /search', { q, ...near })
  const isFound = answer.dishes.length + answer.restaurants.length + answer.members.length > 0
  // For a query that names a city, the page says instead that nothing is saved there.
  const shorter =
    isFound || answer.place ? null : await inOtherWords(api, withoutOpenNow(q).rest, near)
  return { q, near, found: sectionsOf(q, answer), shorter, place: answer.place }
}

/** Maximum number of words of a query that is asked again without one of them. */
const mostWords = 3

/**
 * Returns the dishes found for the query with its short names written out ('OJ'), or else those that have all its words
 * but one, for a query that no dish has as a whole: 'juicy lucy' finds what has 'lucy'. The first word is left out
 * first, because it most often only describes the others.
 */
async function inOtherWords(api: Api, q: string, near: Point | null) {
  const words = q.split(/\s+/)
  const mayLose = words.length > 1 && words.length <= mostWords
  const full = inFull(q)
  const others = mayLose ? words.map((_, left) => words.toSpliced(left, 1).join(' ')) : []
  for (const rest of full ? [full, ...others] : others) {
    const { dishes } = await api('GET /search', { q: rest, ...near, kinds: 'dishes' })
    if (dishes.length > 0) return { q: rest, dishes }
  }
  return null
}

export function Component() {
  const { q, near, found, shorter, place } = useScreenData<typeof loader>()
  const { rest: name, openNow } = withoutOpenNow(q)
  const isNothing = found?.length === 0
  useSearchNearOwnCity(q, near !== null)
  const ask = useOpenSearch()
  return (
    <Content width="narrow">
      <Stack gap={5}>
        <h1>{q === '' ? 'Search' : `Search: ${q}`}</h1>
        <search>
          <form
            action="/search"
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              ask(new FormData(event.currentTarget).get('q') as string)
            }}
          >
            <div className={styles.field}>
              <SearchField
                key={q}
                typed={q}
                label="Dish, restaurant, city or member"
                placeholder="Dish, place, city …"
                focused={q === ''}
                onAsk={ask}
              />
            </div>
            <Button type="submit">Search</Button>
          </form>
        </search>
        {!near && saysNearMe(q) && <NearWhere q={q} />}
        {openNow && !isNothing && (
          <p className={styles.about}>
            Single dishes and restaurants are found whether they are open or not: a restaurant’s
            page has its hours.
          </p>
        )}
        {found?.map((one) => (
          <FoundSection key={one.title} {...one} />
        ))}
        {shorter && (
          <section aria-label={`Dishes found for “${shorter.q}”`}>
            <Stack gap={2}>
              <h2 className={styles.kind}>
                No dish has all of “{name}”. Found for “{shorter.q}”:
              </h2>
              <ul className={styles.lines}>
                {shorter.dishes.map((card) => (
                  <DishRow key={card.id} card={card} />
                ))}
              </ul>
            </Stack>
          </section>
        )}
        {isNothing &&
          !shorter &&
          (place ? <NothingThere q={name} place={place} /> : <Nothing q={name} />)}
        <LastSearches />
      </Stack>
    </Content>
  )
}

function FoundSection({ title, lines, dishes }: Section) {
  const unit = useDistanceUnit()
  return (
    <section aria-label={title}>
      <Stack gap={2}>
        <h2 className={styles.kind}>{title}</h2>
        <ul className={styles.lines}>
          {dishes?.map((card) => (
            <DishRow key={card.id} card={card} />
          ))}
          {!dishes &&
            lines.map((line) => (
              <li key={line.key} className={styles.line}>
                <Link to={line.to} className={styles.name}>
                  {line.name}
                </Link>
                <span className={styles.about}>{suggestionDetail(line, unit)}</span>
              </li>
            ))}
        </ul>
      </Stack>
    </section>
  )
}

/** Asks for the place of a query that says 'near me', while none is known. */
function NearWhere({ q }: { q: string }) {
  const navigate = useNavigate()
  return (
    <div>
      <p className={styles.about}>We don’t know where you are, so this is from everywhere.</p>
      <div className={styles.nearMe}>
        <NearMeButton
          onPlace={(place) => {
            chosenCity.set(place)
            void navigate(searchPath(q), { replace: true })
          }}
        />
      </div>
    </div>
  )
}

/** Opens a search whose address has no point, such as a bookmark, near the city that was chosen last. */
function useSearchNearOwnCity(q: string, hasPoint: boolean): void {
  const navigate = useNavigate()
  const isElsewhere = q !== '' && !hasPoint
  useEffect(() => {
    if (isElsewhere && chosenCity.get()) void navigate(searchPath(q), { replace: true })
  }, [isElsewhere, q, navigate])
}

/** A found dish: its photo, its restaurant, where it is, its category and its upvotes. */
function DishRow({ card }: { card: SearchResponse['dishes'][number] }) {
  const unit = useDistanceUnit()
  const upvotes = countWithNoun(card.upvoteCount, 'upvote')
  return (
    <li className={styles.dish}>
      <DishPhoto card={card} shape="square" sizes="4.5rem" />
      <div className={styles.facts}>
        <Link to={`/dish/${card.id}`} className={styles.name}>
          {card.itemName}
        </Link>
        <span className={styles.about}>{suggestionDetail(dishSuggestionDetail(card), unit)}</span>
        <span className={styles.about}>
          {categoryById(card.categoryId)?.name} · {upvotes}
        </span>
      </div>
    </li>
  )
}

const Nothing = ({ q }: { q: string }) => (
  <EmptyState title={`Nothing is called “${q}” here.`}>
    <p>
      Try fewer words, the name of a dish (ramen), a restaurant, a city or a zip code, a kind of
      food with a place (tacos los angeles), or look through the{' '}
      <Link to="/categories">categories</Link>.
    </p>
  </EmptyState>
)

/** Says that nothing was found for a query that names a city, and links to other searches. */
function NothingThere({ q, place }: { q: string; place: Place }) {
  const kind = withoutCity(q, place)
  return (
    <EmptyState
      title={
        kind ? `No “${kind}” is saved near ${place.name} yet.` : `Nothing is called “${q}” here.`
      }
    >
      <p>
        {kind && (
          <>
            Look for <Link to={searchPath(kind)}>{kind} anywhere</Link>,{' '}
          </>
        )}
        <Link to={`/burgers/${place.slug}`}>see the lists near {place.name}</Link>, or{' '}
        <Link to={`/add-yolo?latitude=${place.latitude}&longitude=${place.longitude}`}>
          add the first one
        </Link>
        .
      </p>
    </EmptyState>
  )
}

function LastSearches() {
  const searches = useStored(lastSearches)
  if (searches.length === 0) return null
  return (
    <section aria-label="Your last searches">
      <Stack gap={2}>
        <h2 className={styles.kind}>Your last searches</h2>
        <ul className={styles.lines}>
          {searches.map((search) => (
            <li key={search} className={styles.line}>
              <Link to={searchPath(search)} onClick={() => storeSearch(search)}>
                {search}
              </Link>
            </li>
          ))}
        </ul>
        <p className={styles.clear}>
          <InlineButton onClick={() => lastSearches.remove()}>Clear last searches</InlineButton>
        </p>
      </Stack>
    </section>
  )
}
