import { drinkTiles, homeTiles } from '#domain/vocabulary/categories.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { Avatar, Avatars } from '#platform/web/ui/avatar.tsx'
import { Badge } from '#platform/web/ui/list/badge.tsx'
import { BarChart } from '#platform/web/ui/bar-chart.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import { Rank } from '#platform/web/ui/list/rank.tsx'
import { Tile, Tiles } from '#platform/web/ui/list/tile.tsx'
import { Part } from './part.tsx'
import css from './dev-ui.module.css'

const roles =
  'paper raised sunken ink muted line line-strong accent accent-soft basil basil-soft good warn bad gold silver bronze focus'

const days = Array.from({ length: 28 }, (_, day) => ({
  label: `Feb ${day + 1}`,
  value: (day * 37 + 11) % 17,
}))

export function Pictures() {
  return (
    <>
      <Part name="Tiles">
        <Tiles label="Categories">
          {[...homeTiles, ...drinkTiles].map(({ id, label }) => (
            <li key={id}>
              <Tile to="#tiles" art={<CategoryArt category={id} />}>
                {label}
              </Tile>
            </li>
          ))}
        </Tiles>
      </Part>
      <Part name="Drawn stand-ins">
        <div className={css.art}>
          {[...homeTiles, ...drinkTiles].flatMap(({ id }) =>
            [1, 2, 3].map((seed) => (
              <CategoryArt key={`${id} ${seed}`} category={id} seed={id * 100 + seed} />
            )),
          )}
        </div>
      </Part>
      <Part name="Rank, badge, avatar">
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
          <Avatars
            people={['Ann Olsen', 'Bo', 'Chidi Eze', 'Di Luca', 'Ed'].map((name) => ({ name }))}
          />
        </Row>
      </Part>
      <Part name="Photo">
        <div className={css.columns}>
          <Photo photo={{ src: '/icon.svg', colour: '#b5532c' }} alt="A burger" />
          <Photo>
            <CategoryArt category={11} seed={2} />
          </Photo>
        </div>
      </Part>
      <Part name="Bar chart">
        <div className={css.columns}>
          <Panel>
            <BarChart title="New yolos" bars={days} valueHeading="Yolos" />
          </Panel>
          <Panel>
            <BarChart title="Reports" bars={[]} valueHeading="Reports" />
          </Panel>
        </div>
      </Part>
      <Part name="Colors and sizes">
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
      </Part>
    </>
  )
}
