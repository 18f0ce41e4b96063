import { CategoryArt } from '#features/categories/category-art.tsx'
import type { ReactNode } from 'react'
import type { Category } from '#domain/vocabulary/categories.ts'
import { chosenPlace, selectedDistance } from '#features/places/chosen.ts'
import { useStored } from '#platform/web/session.ts'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { UpLink } from '#platform/web/ui/page/page-head.tsx'
import { Tile, Tiles } from '#platform/web/ui/list/tile.tsx'
import styles from './group-page.module.css'
import { categoryAddress, shortName } from '../question.ts'

/** /eat and /drinks: the tiles of one group, and the way to the other. */
export function GroupPage({
  title,
  tiles,
  other,
}: {
  title: string
  tiles: readonly Category[]
  other: ReactNode
}) {
  const place = useStored(chosenPlace)
  const distance = useStored(selectedDistance)
  return (
    <Content>
      <div className={styles.page}>
        <header className={styles.head}>
          <UpLink to="/home" label="Home" />
          <h1>{title}</h1>
          {/* Its line is kept before the browser knows the place. */}
          <p className={styles.where}>
            {place ? `Within ${distance} mi of ${shortName(place.name)}` : 'The best of every kind'}
          </p>
        </header>
        <Tiles label={title}>
          {tiles.map(({ id, slug, label }) => (
            <li key={id}>
              <Tile to={categoryAddress(slug, place, distance)} art={<CategoryArt category={id} />}>
                {label}
              </Tile>
            </li>
          ))}
        </Tiles>
        {other}
      </div>
    </Content>
  )
}
