import { CategoryArt } from '#features/categories/category-art.tsx'
import { choosePlace } from '#features/accounts/profile/location.ts'
import { homeTiles } from '#domain/vocabulary/categories.ts'
import { Bell } from '#features/notifications/bell.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { chosenPlace, selectedDistance, useStored } from '#platform/web/session.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { Tile, Tiles } from '#platform/web/ui/list/tile.tsx'
import { DrinksLink } from './group-links.tsx'
import styles from './home.module.css'
import { categoryAddress } from '../question.ts'
import { SocialLinks } from './social-links.tsx'
import { Where } from '../where.tsx'

export const handle: Handle = {
  title: 'The best dishes near you',
  description:
    'Pick a city and a category: the best burger, pizza, coffee … within a few miles, ranked by people who eat there.',
  ownLogo: true,
}

export function Component() {
  const place = useStored(chosenPlace)
  const distance = useStored(selectedDistance)
  return (
    <Content>
      <div className={styles.home}>
        <div className={styles.start}>
          <header className={styles.hero}>
            <div className={styles.top}>
              <p className={styles.logo}>Yolo</p>
              <Bell />
            </div>
            <h1>The best bite near you, two taps away</h1>
          </header>
          <Where
            city={place?.name ?? ''}
            distance={distance}
            onPlace={choosePlace}
            onDistance={(miles) => selectedDistance.set(miles)}
            onClear={() => chosenPlace.remove()}
          />
        </div>
        <section className={styles.choose} aria-labelledby="choose">
          <h2 id="choose">Choose Your Category</h2>
          <Tiles>
            {homeTiles.map(({ id, slug, label }) => (
              <li key={id}>
                <Tile
                  to={categoryAddress(slug, place, distance)}
                  art={<CategoryArt category={id} />}
                >
                  {label}
                </Tile>
              </li>
            ))}
          </Tiles>
          <DrinksLink />
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
