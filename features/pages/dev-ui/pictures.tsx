import { drinkTiles, homeTiles } from '#domain/vocabulary/categories.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { Avatar, Avatars } from '#platform/web/ui/avatar.tsx'
import { Badge } from '#platform/web/ui/list/badge.tsx'
import { Rank } from '#platform/web/ui/list/rank.tsx'
import { Tile, Tiles } from '#platform/web/ui/list/tile.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import css from './dev-ui.module.css'

const roles =
  'paper raised sunken ink muted line line-strong accent accent-soft basil basil-soft good warn bad gold silver bronze focus'
const categories = [...homeTiles, ...drinkTiles]
const people = ['Ann Olsen', 'Bo', 'Chidi Eze', 'Di Luca', 'Ed'].map((name) => ({ name }))
export const pictureExamples = {
  Tiles: () => (
    <Tiles label="Categories">
      {categories.map(({ id, label }) => (
        <li key={id}>
          <Tile to="#tiles" art={<CategoryArt category={id} />}>
            {label}
          </Tile>
        </li>
      ))}
    </Tiles>
  ),
  'Drawn stand-ins': () => (
    <div className={css.art}>
      {categories.flatMap(({ id }) =>
        [1, 2, 3].map((seed) => (
          <CategoryArt key={`${id} ${seed}`} category={id} seed={id * 100 + seed} />
        )),
      )}
    </div>
  ),
  'Rank, badge, avatar': () => (
    <>
      <Row>
        {[1, 2, 3, 4, 50].map((place) => (
          <Rank key={place} place={place} />
        ))}
        {[1, 2, 3].map((place) => (
          <Rank key={place} place={place} size="small" />
        ))}
      </Row>
      <Row>
        {[0, 1, 9, 10, 412].map((count) => (
          <Badge key={count} count={count} />
        ))}
      </Row>
      <Row>
        <Avatar name="Ann Olsen" size="large" />
        <Avatar name="Bo" />
        <Avatar name="Chidi Eze" size="small" />
        <Avatar name="Øyvind" />
        <Avatar name="" />
        <Avatar name="Gone Missing" src="/api/avatars/missing" />
        <Avatars people={people} />
      </Row>
    </>
  ),
  Photo: () => (
    <div className={css.columns}>
      <Photo photo={{ src: '/icon.svg', colour: '#b5532c' }} alt="A burger" />
      <Photo>
        <CategoryArt category={11} seed={2} />
      </Photo>
    </div>
  ),
  'Colors and sizes': () => (
    <>
      <ul className={css.swatches}>
        {roles.split(' ').map((role) => (
          <li key={role} className={css.swatch} data-role={role}>
            {role}
          </li>
        ))}
      </ul>
      <div className={css.sizes}>
        {['3xl', '2xl', 'xl', 'lg', 'md', 'sm', 'xs'].map((size) => (
          <p key={size} data-size={size}>
            The best burger within a mile
          </p>
        ))}
      </div>
    </>
  ),
}
