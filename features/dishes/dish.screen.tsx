import { redirect } from 'react-router'
import { categoryById, isCategoryId } from '#domain/vocabulary/categories.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { Price } from '#features/items/dish-card.tsx'
import { DishPhoto } from '#features/items/dish-photo.tsx'
import { DishTags } from '#features/items/dish-tags.tsx'
import { LogInPromptProvider } from '#features/items/log-in-first.tsx'
import { CardByline, whyOff } from '#features/items/on-menu.tsx'
import { Upvote } from '#features/items/upvote.tsx'
import { previewImage } from '#features/sharing/preview-image.ts'
import { ShareButton } from '#features/sharing/share-button.tsx'
import { EditableDishSettings } from '#features/yolos/own-dish.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { countWithNoun, numberText } from '#platform/text/plural.ts'
import { type LoadedOrError, loadOrError } from '#platform/web/api/or-error.ts'
import { loadFailureText } from '#platform/web/api/status-text.ts'
import type { GetHeadContent } from '#platform/web/head.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Rank } from '#platform/web/ui/list/rank.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import css from './dish.module.css'
import { DishSavers } from './savers.tsx'

type Dish = Output<'GET /items/:id'>
type Saved = Output<'GET /items/:id/yolos'>
type Found = { dish: Dish; saved: Saved }
type Answer = LoadedOrError<Found>

const load = async ({ api, params, url }: LoaderArgs): Promise<Found> => {
  const id = idFromParam(params.id)
  const cursor = url.searchParams.get('cursor') || undefined
  const [dish, saved] = await Promise.all([
    api('GET /items/:id', { id }),
    api('GET /items/:id/yolos', { id, cursor }),
  ])
  // The dish was merged into another one: redirect permanently.
  if (dish.id !== id) throw redirect(`/dish/${dish.id}`, 301)
  return { dish, saved }
}

export const loader = (args: LoaderArgs) => loadOrError(() => load(args), 404, loadFailureText)

const city = ({ cityName }: Dish) => cityName.replace(/, US$/, '')
const kindOf = ({ categoryId }: Dish) =>
  isCategoryId(categoryId) ? pluralNoun(categoryId) : 'dishes'

/** Returns why lists leave the dish out, or null if they contain it. */
function offTheLists({ closed, gone, yoloCount }: Dish): string | null {
  if (closed) return 'members say that the restaurant has closed'
  if (gone) return 'members say that it’s no longer on the menu'
  return yoloCount === 0 ? 'nobody has it among their favorites now' : null
}

const head: GetHeadContent = ({ data: answer }) => {
  const { error } = answer as Answer
  if (error !== null) return { title: error.replace(/\. .*/, ''), noindex: true }
  const { dish } = answer as Found
  const where = `${dish.name} at ${dish.restaurantName}`
  const title = `${where}, ${city(dish)}`
  const off = offTheLists(dish)
  if (off) return { title, description: `${where}: ${off}.`, noindex: true }
  const { rank } = dish
  const ranked = rank
    ? `number ${rank.place} of the ${kindOf(dish)} near ${city(dish)}`
    : kindOf(dish)
  const reason = reasonOf(dish)
  return {
    title,
    description: `${where}: ${ranked}, saved by ${dish.yoloCount} and upvoted ${dish.upvoteCount} times.${reason && ` “${reason.replace(/\s+/g, ' ')}”`}`,
    ...previewImage([dish]),
    schema: dishSchema(dish),
  }
}

const reasonOf = ({ yolos }: Dish) =>
  yolos.find(({ description }) => description !== '')?.description ?? ''

/** Returns schema.org's MenuItem for a dish and its restaurant. Its URLs are relative to the site's origin. */
const dishSchema = (dish: Dish) => ({
  '@type': 'MenuItem',
  name: dish.name,
  url: `/dish/${dish.id}`,
  ...previewImage([dish]),
  ...(reasonOf(dish) && { description: reasonOf(dish) }),
  offers: {
    '@type': 'Offer',
    availability: 'https://schema.org/InStock',
    offeredBy: {
      '@type': 'Restaurant',
      name: dish.restaurantName,
      url: `/restaurant/${dish.restaurantId}`,
    },
  },
})

export const handle: Handle = { head, personal: true }

export function Component() {
  const answer = useScreenData<typeof loader>()
  if (answer.error !== null)
    return (
      <Content>
        <h1>Dish</h1>
        <TryAgain message={answer.error} />
      </Content>
    )
  return (
    <LogInPromptProvider>
      <DishPage key={answer.dish.id} {...answer} />
      <JumpToTop />
    </LogInPromptProvider>
  )
}

function DishPage({ dish, saved }: Found) {
  const { id, restaurantId, categoryId, gone, closed } = dish
  const isServed = !gone && !closed
  return (
    <Content>
      <article className={css.page}>
        <div className={css.photo}>
          <DishPhoto card={dish} first sizes="(min-width: 60rem) 36rem, 100vw" />
        </div>
        <div className={css.facts}>
          <DishHeader dish={dish} />
          {!isServed && <Banner tone="bad">{whyOff(dish)}</Banner>}
          {isServed && dish.yoloCount === 0 && (
            <Banner>Nobody has it among their favorites now.</Banner>
          )}
          <RankOf dish={dish} />
          <div className={css.acts}>
            <Upvote card={dish} />
            {isServed && !dish.used && (
              <LinkButton
                variant="secondary"
                to={`/add-yolo?restaurant=${restaurantId}&category=${categoryId}&item=${id}`}
              >
                Save it to your three
              </LinkButton>
            )}
          </div>
          <DishTags tags={dish.tags} all />
          <CardByline card={dish} asks hideServed>
            <span>{categoryById(categoryId)?.name}</span>
          </CardByline>
          <EditableDishSettings card={dish} />
        </div>
        <DishSavers dish={dish} saved={saved} />
      </article>
    </Content>
  )
}

const DishHeader = ({ dish }: { dish: Dish }) => (
  <header className={css.head}>
    <h1>{dish.name}</h1>
    <div className={css.whereAndShare}>
      <p className={css.where}>
        <Link to={`/restaurant/${dish.restaurantId}`} translate="no">
          {dish.restaurantName}
        </Link>
        <span>
          {city(dish)}
          {dish.priceLevel !== null && <Price level={dish.priceLevel} />}
        </span>
      </p>
      <ShareButton path={`/dish/${dish.id}`} title={`${dish.name} at ${dish.restaurantName}`} />
    </div>
  </header>
)

/** The dish's rank in its city with a link to the list, and why it has that rank. */
function RankOf({ dish }: { dish: Dish }) {
  const { rank, upvoteCount, yoloCount } = dish
  const category = categoryById(dish.categoryId)
  if (!rank || !category) return null
  return (
    <section className={css.ranks} aria-label="Why this rank">
      <p className={css.rank}>
        <Rank place={rank.place} size="small" />
        <span>
          of {numberText(rank.of)} ·{' '}
          <Link to={`/${category.slug}/${dish.citySlug}`}>
            {category.name} near {city(dish)}
          </Link>
        </span>
      </p>
      <p className={css.why}>
        It has {countWithNoun(upvoteCount, 'upvote')} and is a favorite of{' '}
        {countWithNoun(yoloCount, 'member')}. More upvotes rank first, then more favorites, then the
        dish that was saved last.
      </p>
    </section>
  )
}
