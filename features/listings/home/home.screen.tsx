import { use } from 'react'
import { useNavigate } from 'react-router'
import { CategoryArt } from '#features/categories/category-art.tsx'
import {
  chooseCity,
  toChosenCity,
  chosenCity,
  selectedDistance,
  type ChosenCity,
} from '#features/places/chosen.ts'
import { homeTiles } from '#domain/vocabulary/categories.ts'
import { Bell } from '#features/notifications/bell/bell.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { distanceOptions, type DistanceOption } from '#domain/position/distances.ts'
import { SiteContext } from '#platform/web/head.tsx'
import { useStored } from '#platform/web/storage/stored.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Content, Row } from '#platform/web/ui/page/layout.tsx'
import { Tile, Tiles } from '#platform/web/ui/list/tile.tsx'
import styles from './home.module.css'
import { categoryPath } from '../question.ts'
import { CityFields, DistanceField } from '../where.tsx'

export const handle: Handle = {
  title: 'The best dishes near you',
  description:
    'Pick a city and a category: the best burger, pizza, coffee … within a few miles, ranked by people who eat there.',
  ownLogo: true,
}

type Typed = {
  place: ChosenCity | null
  unknown: string | null
  distance: DistanceOption | null
} | null

/** Reads what a form without scripts sends: a city as it was typed, and the distance. */
export async function loader({ api, url }: LoaderArgs): Promise<Typed> {
  const q = url.searchParams.get('city')?.trim()
  const distance = distanceOptions.find(
    (miles) => `${miles}` === url.searchParams.get('distanceMiles'),
  )
  if (!q && !distance) return null
  const [city] = q ? await api('GET /places/cities', { q }) : []
  return {
    place: city ? toChosenCity(city) : null,
    unknown: q && !city ? q : null,
    distance: distance ?? null,
  }
}

export function Component() {
  const typed = useScreenData<typeof loader>()
  const navigate = useNavigate()
  const ownPlace = useStored(chosenCity)
  const ownDistance = useStored(selectedDistance)
  const place = typed?.place ?? ownPlace
  const distance = typed?.distance ?? ownDistance
  /** Saves a choice made with scripts, and removes the choice in the address, which would override it. */
  const choose = (keep: () => void) => {
    keep()
    if (typed) void navigate('/home', { replace: true, preventScrollReset: true })
  }
  return (
    <Content>
      <div className={styles.home}>
        <div className={styles.start}>
          <header className={styles.hero}>
            <Row spread>
              <p className={styles.logo}>Yolo</p>
              <Bell />
            </Row>
            <h1>The best bite near you, two taps away</h1>
          </header>
          <form className={styles.start} onSubmit={(event) => event.preventDefault()}>
            <CityFields
              city={place?.name ?? ''}
              onPlace={(chosen) => choose(() => chooseCity(chosen))}
              onClear={() => choose(() => chosenCity.remove())}
              unknown={typed?.unknown}
            />
            <DistanceField
              distance={distance}
              onChange={(miles) => choose(() => selectedDistance.set(miles))}
            />
            <div className="without-scripts">
              <Button type="submit" wide>
                Look there
              </Button>
            </div>
          </form>
        </div>
        <section className={styles.choose} aria-labelledby="choose">
          <h2 id="choose">Choose Your Category</h2>
          <Tiles>
            {homeTiles.map(({ id, slug, label }) => (
              <li key={id}>
                <Tile to={categoryPath(slug, place, distance)} art={<CategoryArt category={id} />}>
                  {label}
                </Tile>
              </li>
            ))}
          </Tiles>
          <LinkButton variant="secondary" wide to="/drinks">
            Drinks
          </LinkButton>
        </section>
        <div className={styles.more}>
          <section className={styles.add} aria-labelledby="add">
            <h2 id="add">Had something great?</h2>
            <p>Save your top three of each kind, and help everyone find them.</p>
            <LinkButton to="/add-yolo">Add Your Favorites</LinkButton>
          </section>
          <SocialLinks />
        </div>
      </div>
    </Content>
  )
}

const networks: Record<string, string> = {
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'x.com': 'X',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
}

/** Links to the site’s pages on social networks, if its settings have any. */
function SocialLinks() {
  const { social } = use(SiteContext)
  if (social.length === 0) return null
  return (
    <section aria-labelledby="social">
      <h2 id="social">Follow us</h2>
      <ul className="links">
        {social.map((address) => {
          const host = new URL(address).hostname.replace(/^www\./, '')
          return (
            <li key={address}>
              <a href={address} rel="me noopener">
                {networks[host] ?? host}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
