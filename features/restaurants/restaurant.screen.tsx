import { redirect } from 'react-router'
import { type LocalTime, minuteOfWeek } from '#domain/hours/opening-hours.ts'
import { LogInPromptProvider } from '#features/items/log-in-first.tsx'
import type { Card } from '#features/items/contract.ts'
import { formatPriceLevel } from '#features/items/price-level.ts'
import { previewImage } from '#features/sharing/preview-image.ts'
import { ShareButton } from '#features/sharing/share-button.tsx'
import type { GetHeadContent } from '#platform/web/head.tsx'
import { parseId } from '#platform/text/id.ts'
import { loadOrError, type LoadedOrError } from '#platform/web/api/or-error.ts'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { Content, Row } from '#platform/web/ui/page/layout.tsx'
import type * as restaurants from './contract.ts'
import { CorrectionsPanel } from './corrections/corrections-panel.tsx'
import { Dishes, type DishesPage } from './restaurant-dishes.tsx'
import { ReportClosed, ReportRestaurant } from './report-closed.tsx'
import { ContactLinks, OpeningHoursTable, OpenStatusToday } from './restaurant-facts.tsx'
import { addressWithCity } from './contact.ts'
import styles from './restaurant.module.css'

type Shown = DishesPage & { now: LocalTime }

export const loader = ({ api, params, url }: LoaderArgs) =>
  loadOrError(
    async () => {
      const id = idFromParam(params.id)
      const page = parseId(url.searchParams.get('page')) ?? 1
      // The wizard asks for the first page by the same address, so that the answer that a device keeps serves both.
      const ofPage = (number: number) =>
        api('GET /restaurants/:id', number > 1 ? { id, page: number } : { id })
      let found = await ofPage(page)
      // The restaurant was merged into another one: redirect permanently.
      if (found.restaurant.id !== id) throw redirect(`/restaurant/${found.restaurant.id}`, 301)
      // A page after the last one is the first, so that old links work.
      if (found.items.length === 0 && page > 1) found = await ofPage(1)
      const now = minuteOfWeek(new Date(), found.restaurant.timeZone)
      return { ...found, now }
    },
    404,
    () => 'Network error!',
  )

const head: GetHeadContent = ({ data: answer }) => {
  if ((answer as LoadedOrError<Shown>).error !== null)
    return { title: 'Network error!', noindex: true }
  const { restaurant, items, from } = answer as Shown
  const title = `${restaurant.name}, ${restaurant.cityName.replace(/, US$/, '')}`
  const where = `${restaurant.name}, ${addressWithCity(restaurant)}`
  if (restaurant.closed)
    return { title, description: `Members say that ${where} has closed.`, noindex: true }
  if (items.length === 0)
    return { title, description: `Nobody has saved a favorite at ${where} yet.`, noindex: true }
  const image = previewImage(items)
  // Only the first page has the best dishes.
  if (from > 0) return { title, ...image, noindex: true }
  const best = items.slice(0, 3).map(({ itemName }) => itemName)
  return {
    title,
    description: `What to order at ${where}: ${best.join(', ')}.`,
    ...image,
    schema: restaurantSchema(restaurant, items),
  }
}

/** Returns the restaurant as schema.org's Restaurant, with the first 20 of these dishes as the menu. */
const restaurantSchema = (restaurant: restaurants.Restaurant, items: Card[]) => ({
  '@type': 'Restaurant',
  name: restaurant.name,
  address: addressWithCity(restaurant),
  geo: {
    '@type': 'GeoCoordinates',
    latitude: restaurant.latitude,
    longitude: restaurant.longitude,
  },
  ...(restaurant.phone && { telephone: restaurant.phone }),
  ...(restaurant.website && { url: restaurant.website }),
  ...(restaurant.priceLevel && { priceRange: '$'.repeat(restaurant.priceLevel) }),
  hasMenu: {
    '@type': 'Menu',
    hasMenuItem: items
      .slice(0, 20)
      .map(({ itemName }) => ({ '@type': 'MenuItem', name: itemName })),
  },
})

export const handle: Handle = { head, personal: true }

export function Component() {
  const answer = useScreenData<typeof loader>()
  if (answer.error !== null)
    return (
      <Content>
        <h1>Restaurant</h1>
        <TryAgain message={answer.error} />
      </Content>
    )
  return <Restaurant {...answer} />
}

function Restaurant(shown: Shown) {
  const { restaurant, now } = shown
  const price = restaurant.priceLevel === null ? null : formatPriceLevel(restaurant.priceLevel)
  return (
    <LogInPromptProvider>
      <Content>
        <div className={styles.page}>
          <header className={styles.head}>
            <h1 translate="no">
              {restaurant.name}
              {price && (
                <span className={styles.price}>
                  {' '}
                  <span aria-hidden="true">{price.signs}</span>
                  <span className="visually-hidden">, {price.spoken}</span>
                </span>
              )}
            </h1>
            <Row>
              <p className={styles.address} translate="no">
                {addressWithCity(restaurant)}
              </p>
              {!restaurant.unconfirmed && (
                <ShareButton path={`/restaurant/${restaurant.id}`} title={restaurant.name} />
              )}
            </Row>
            <OpenStatusToday restaurant={restaurant} now={now} />
            {restaurant.unconfirmed && (
              <Banner tone="warn">
                Others don’t see this restaurant until the member who added it is verified.
              </Banner>
            )}
            {restaurant.closed && <Banner tone="bad">Members say it has closed</Banner>}
          </header>
          <section className={styles.contact} aria-label="Contact">
            <ContactLinks restaurant={restaurant} />
          </section>
          <Dishes key={`${restaurant.id} ${shown.from}`} {...shown} />
          <section
            className={styles.hours}
            id="hours"
            aria-label={restaurant.closed ? 'Closed for good' : 'Hours'}
          >
            {!restaurant.closed && (
              <>
                <h2>Hours</h2>
                <OpeningHoursTable restaurant={restaurant} now={now} />
              </>
            )}
            <CorrectionsPanel key={`correct-${restaurant.id}`} restaurant={restaurant} />
            <ReportClosed key={restaurant.id} restaurant={restaurant} />
            <ReportRestaurant restaurant={restaurant} />
            {restaurant.license && (
              <p className="quiet">License of its data: {restaurant.license}</p>
            )}
          </section>
        </div>
      </Content>
      <JumpToTop />
    </LogInPromptProvider>
  )
}
