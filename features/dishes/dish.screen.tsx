import { lazy, Suspense, useState } from 'react'
import { data, redirect } from 'react-router'
import { ReportedContentNotice } from '#features/abuse/reported-line.tsx'
import { useCardWithoutReported } from '#features/abuse/reported.ts'
import { categoryById, isCategoryId } from '#domain/vocabulary/categories.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import { Price } from '#features/items/dish-card.tsx'
import { DishPhoto } from '#features/items/dish-photo.tsx'
import { DishTags } from '#features/items/dish-tags.tsx'
import { LogInPromptProvider } from '#features/items/log-in-first.tsx'
import { CardByline } from '#features/items/reports/still-on-menu.tsx'
import { ShareButton } from '#features/sharing/share-button.tsx'
import { Upvote } from '#features/items/votes/upvote.tsx'
import { previewImage } from '#features/sharing/preview-image.ts'
import { EditableDishSettings } from '#features/yolos/own-dish.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { loadPageOrFirst } from '#platform/web/api/page-or-first.ts'
import type { GetHeadContent } from '#platform/web/head.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import { loadFailureText } from '#platform/web/api/status-text.ts'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { dishSchema } from './dish-schema.ts'
import css from './dish.module.css'
import { Ranks } from './ranks.tsx'
import { DishSavers } from './savers.tsx'

const WhyThisRank = lazy(() =>
  import('#features/items/votes/why-this-rank.tsx').then((file) => ({ default: file.WhyThisRank })),
)

type Dish = Output<'GET /items/:id'>
type Saved = Output<'GET /items/:id/yolos'>
type Found = { dish: Dish; saved: Saved }
type Answer = (Found & { error: null }) | { error: string }

export async function loader({ api, params, url }: LoaderArgs): Promise<Answer> {
  const id = idFromParam(params.id)
  const ask = (cursor: string | null) =>
    api('GET /items/:id/yolos', { id, cursor: cursor ?? undefined })
  try {
    const [dish, saved] = await Promise.all([
      api('GET /items/:id', { id }),
      loadPageOrFirst(
        { url, keys: ['cursor'] },
        url.searchParams.get('cursor') || null,
        ask,
        ({ yolos }) => yolos.length === 0,
      ),
    ])
    // The dish was merged into another one: redirect permanently.
    if (dish.id !== id) throw redirect(`/dish/${dish.id}`, 301)
    return { dish, saved, error: null }
  } catch (problem) {
    if (problem instanceof Response) throw problem
    const { status } = problem as { status?: unknown }
    if (typeof status !== 'number' || status === 404) throw problem
    return data({ error: loadFailureText(problem) }, { status: status || 503 }) as unknown as Answer
  }
}

const city = ({ cityName }: Dish) => cityName.replace(/, US$/, '')

/** Returns why lists leave the dish out, or null if they contain it. */
function offTheLists({ closed, gone, yoloCount }: Dish): string | null {
  if (closed) return 'members say that the restaurant has closed'
  if (gone) return 'members say that it’s no longer on the menu'
  return yoloCount === 0 ? 'nobody has it among their favorites now' : null
}

const kindOf = ({ categoryId }: Dish) =>
  isCategoryId(categoryId) ? pluralNoun(categoryId) : 'dishes'

/** Names the list of the dish's rank. */
const listOf = (dish: Dish) => `of the ${kindOf(dish)} near ${city(dish)}`

const head: GetHeadContent = ({ data: answer }) => {
  const { error } = answer as Answer
  if (error !== null) return { title: error.replace(/\. .*/, ''), noindex: true }
  const { dish } = answer as Found
  const title = `${dish.name} at ${dish.restaurantName}, ${city(dish)}`
  const off = offTheLists(dish)
  if (off)
    return { title, description: `${dish.name} at ${dish.restaurantName}: ${off}.`, noindex: true }
  const { rank } = dish
  const ranked = rank ? `number ${rank.place} ${listOf(dish)}` : kindOf(dish)
  const reason = dish.yolos.find(({ description }) => description !== '')?.description
  return {
    title,
    description: `${dish.name} at ${dish.restaurantName}: ${ranked}, saved by ${dish.yoloCount} and upvoted ${dish.upvoteCount} times.${reason ? ` “${reason.replace(/\s+/g, ' ')}”` : ''}`,
    ...previewImage([dish]),
    schema: dishSchema(dish),
  }
}

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

const ShareDish = ({ dish: { id, name, restaurantName, unconfirmed } }: { dish: Dish }) =>
  !unconfirmed && <ShareButton path={`/dish/${id}`} title={`${name} at ${restaurantName}`} />

const Unseen = ({ dish }: { dish: Dish }) =>
  dish.unconfirmed && <Banner tone="warn">Others don’t see this dish yet.</Banner>

function DishPage({ dish: loaded, saved }: Found) {
  const dish = useCardWithoutReported(loaded)
  const [why, setWhy] = useState(false)
  const { id, name, restaurantId, restaurantName, categoryId, priceLevel, gone, closed } = dish
  const served = !gone && !closed
  const wizard = `/add-yolo?restaurant=${restaurantId}&category=${categoryId}&item=${id}`
  return (
    <Content>
      <article className={css.page}>
        <div className={css.photo}>
          <DishPhoto card={dish} first sizes="(min-width: 60rem) 36rem, 100vw" />
        </div>
        <div className={css.facts}>
          <header className={css.head}>
            <h1>{name}</h1>
            <div className={css.whereAndShare}>
              <p className={css.where}>
                <Link to={`/restaurant/${restaurantId}`} translate="no">
                  {restaurantName}
                </Link>
                <span>
                  {city(dish)}
                  {priceLevel !== null && <Price level={priceLevel} />}
                </span>
              </p>
              <ShareDish dish={dish} />
            </div>
          </header>
          <Unseen dish={dish} />
          {!served && (
            <Banner tone="bad">
              {closed ? 'Members say it has closed' : 'Members say it’s no longer on the menu'}
            </Banner>
          )}
          {served && loaded.yoloCount === 0 && (
            <Banner>Nobody has it among their favorites now.</Banner>
          )}
          <Ranks dish={dish} onWhy={() => setWhy(true)} />
          <div className={css.acts}>
            <Upvote card={dish} />
            {served && !dish.used && (
              <LinkButton variant="secondary" to={wizard}>
                Save it to your three
              </LinkButton>
            )}
          </div>
          <DishTags tags={dish.tags} all />
          <ReportedContentNotice reported={dish.reported} yolos={dish.yolos} of={name} />
          <CardByline card={dish} asks hideServed>
            <span>{categoryById(categoryId)?.name}</span>
          </CardByline>
          <EditableDishSettings card={dish} />
        </div>
        <DishSavers dish={dish} saved={saved} />
        {dish.similar.length > 0 && (
          <section className={css.similar} aria-labelledby="similar">
            <h2 id="similar">Nearly the same here</h2>
            <Chips label="Dishes of nearly this name">
              {dish.similar.map((one) => (
                <ChipLink key={one.id} to={`/dish/${one.id}`}>
                  {one.name}
                </ChipLink>
              ))}
            </Chips>
          </section>
        )}
      </article>
      <Dialog open={why} title="Why this rank" onClose={() => setWhy(false)}>
        <Suspense>
          <WhyThisRank card={dish} place={dish.rank?.place} within={listOf(dish)} />
        </Suspense>
        <Button variant="secondary" wide onClick={() => setWhy(false)}>
          BACK
        </Button>
      </Dialog>
    </Content>
  )
}
