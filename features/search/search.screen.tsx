import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { DishPhoto } from '#features/items/dish-photo.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import { chosenCity } from '#features/places/chosen.ts'
import { NearMeButton } from '#features/places/near-me.tsx'
import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import type { GetHeadContent } from '#platform/web/head.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
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
  categorySuggestion,
  citySuggestion,
  dishSuggestion,
  dishSuggestionDetail,
  memberSuggestion,
  restaurantSuggestion,
  suggestionDetail,
  tagSuggestion,
  type SearchResponse,
  type Suggestion,
} from '#features/pages/search-box/suggestions.ts'
import styles from './search.module.css'
import { readQuery } from '#features/pages/search-box/query.ts'

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
  const q = toSearchQuery(typed)
  const latitude = degrees(url.searchParams.get('latitude'), 90)
  const longitude = degrees(url.searchParams.get('longitude'), 180)
  const near = latitude !== null && longitude !== null ? { latitude, longitude } : null
  if (q === '') return { q, near, empty: null, found: null }
  const answer = await api('GET /search', { q, ...near })
  const { place, dishes, restaurants } = answer
  const empty = dishes.length + restaurants.length === 0 ? place : null
  return { q, near, empty, found: sectionsOf(q, answer) }
}

type Section = { title: string; lines: Suggestion[]; dishes?: SearchResponse['dishes'] }

/** Returns what was found by kind. Lists that are asked for with a city or 'open now' come first. */
function sectionsOf(q: string, answer: SearchResponse): Section[] {
  const { place, dishes, restaurants, members, cities, categories, tags } = answer
  const { openNow } = readQuery(q)
  const lists: Section = {
    title: 'Categories and tags',
    lines: [
      ...categories.map(categorySuggestion(place, openNow)),
      ...tags.map(tagSuggestion(place, openNow)),
    ],
  }
  const found: Section[] = [
    { title: 'Dishes', lines: dishes.map(dishSuggestion), dishes },
    { title: 'Restaurants', lines: restaurants.map(restaurantSuggestion) },
  ]
  return [
    ...(place || openNow ? [lists, ...found] : [...found, lists]),
    { title: 'Cities', lines: cities.map(citySuggestion) },
    { title: 'Members', lines: members.map(memberSuggestion) },
  ].filter(({ lines }) => lines.length > 0)
}

export function Component() {
  const { q, near, empty, found } = useScreenData<typeof loader>()
  const { q: name, nearMe, openNow } = readQuery(q)
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
        {!near && nearMe && <NearWhere q={q} />}
        {openNow && !isNothing && (
          <p className={styles.about}>
            Single dishes and restaurants are found whether they are open or not: a restaurant’s
            page has its hours.
          </p>
        )}
        {found?.map((one) => (
          <FoundSection key={one.title} {...one} />
        ))}
        {empty && <AddFirst place={empty} />}
        {isNothing && <Nothing q={name} />}
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

/** Invites to add what nobody has saved near the city that the query names. */
const AddFirst = ({ place }: { place: NonNullable<SearchResponse['place']> }) => (
  <p>
    Nothing like it is saved near {place.name} yet. You can{' '}
    <Link to={`/add-yolo?latitude=${place.latitude}&longitude=${place.longitude}`}>
      add the first one
    </Link>
    .
  </p>
)

const Nothing = ({ q }: { q: string }) => (
  <EmptyState title={`Nothing is called “${q}” here.`}>
    <p>
      Try fewer words, the name of a dish (ramen), a restaurant, a city or a zip code, a kind of
      food with a place (tacos los angeles), or look through the{' '}
      <Link to="/categories">categories</Link>.
    </p>
  </EmptyState>
)

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
