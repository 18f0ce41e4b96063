import type { Category } from '#domain/vocabulary/categories.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { chosenCity, selectedDistance } from '#features/places/chosen.ts'
import { useStored } from '#platform/web/storage/stored.ts'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import { Tile, Tiles } from '#platform/web/ui/list/tile.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { UpLink } from '#platform/web/ui/page/page-header.tsx'
import { categoryPath } from '../question.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'

type Props = {
  title: string
  tiles: readonly Category[]
  other: 'eat' | 'drinks'
  more?: readonly Category[]
}

/** The page /eat or /drinks: the tiles of one group, links to its categories without a tile, and one to the other group. */
export function GroupPage({ title, tiles, other, more = [] }: Props) {
  const place = useStored(chosenCity)
  const distance = useStored(selectedDistance)
  return (
    <Content>
      <Stack gap={5}>
        <header>
          <UpLink to="/home" label="Home" />
          <h1>{title}</h1>
        </header>
        <Tiles label={title}>
          {tiles.map(({ id, slug, label }) => (
            <li key={id}>
              <Tile to={categoryPath(slug, place, distance)} art={<CategoryArt category={id} />}>
                {label}
              </Tile>
            </li>
          ))}
        </Tiles>
        {more.length > 0 && (
          <Chips label={`More of ${title}`}>
            {more.map(({ id, slug, label }) => (
              <ChipLink key={id} to={categoryPath(slug, place, distance)}>
                {label}
              </ChipLink>
            ))}
          </Chips>
        )}
        <LinkButton variant="secondary" wide to={`/${other}`}>
          {other === 'eat' ? 'Eat' : 'Drinks'}
        </LinkButton>
      </Stack>
    </Content>
  )
}
