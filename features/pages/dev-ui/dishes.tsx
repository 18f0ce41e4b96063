import { defaultDistance, type Distance, distances } from '#domain/distances.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { useState } from 'react'
import { layoutOf } from '#features/items/dish-card.tsx'
import { Avatars } from '#platform/web/ui/avatar.tsx'
import { Card, Panel } from '#platform/web/ui/list/card.tsx'
import { CheckboxChip, ChipLink, Chips, Tag } from '#platform/web/ui/list/chip.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { List, Row, Stack, StickyBar, WithSide } from '#platform/web/ui/page/layout.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Rank } from '#platform/web/ui/list/rank.tsx'
import { ReadMore } from '#platform/web/ui/page/read-more.tsx'
import { UpvoteButton } from '#features/items/votes/upvote-button.tsx'
import { Part } from './part.tsx'

const long =
  'Two thin patties with the laciest edges in town, American cheese melted into every hole, pickles that bite back, and a bun that somehow holds it all together to the last mouthful. Get it with the onions. Then get another one.'

const dishes = [
  { id: 4101, name: 'Juicy Lucy', at: 'Matchbox Grill', category: 3, count: 128, why: long },
  {
    id: 4102,
    name: 'Double smash with onions',
    at: 'The Paper Plate',
    category: 3,
    count: 97,
    why: long,
  },
  {
    id: 4103,
    name: 'Lamb burger with harissa and preserved lemon on a sesame bun',
    at: 'Nokomis Table & Provisions Company',
    category: 3,
    count: 41,
    why: 'Smoky, sour, gone in a minute.',
  },
  { id: 4104, name: 'Bacon blue', at: 'Corner Bar', category: 3, count: 12, why: long },
  { id: 4105, name: 'Green chile cheeseburger', at: 'Roadrunner', category: 3, count: 3, why: '' },
  { id: 4106, name: 'Veggie stack', at: 'Leaf & Ladle', category: 3, count: 1, why: '' },
]

const people = [{ name: 'Ann Olsen' }, { name: 'Bo' }, { name: 'Chidi Eze' }]
const tags = [
  'American',
  'Bacon',
  'Cheese',
  'Low sodium',
  'Mushroom',
  'Spicy',
  'Turkey',
  'Vegetarian',
]
const options = distances.map((value) => ({ value, label: String(value) }))

export function Dishes() {
  return (
    <Part name="Dish cards">
      <WithSide side={<Filter />}>
        <Stack gap={4}>
          <List ordered label="Near by">
            {dishes.map((dish, index) => (
              <li key={dish.id}>
                <Dish {...dish} place={index + 1} />
              </li>
            ))}
          </List>
          <LoadMore shown={6} of={['burger', 'burgers']} onMore={() => undefined} />
        </Stack>
      </WithSide>
    </Part>
  )
}

function Dish({
  id,
  name,
  at,
  category,
  count,
  why,
  place,
}: (typeof dishes)[0] & { place: number }) {
  const [up, setUp] = useState(place === 2)
  return (
    <Card
      id={`dish-${id}`}
      to="#dish-cards"
      title={name}
      layout={layoutOf(place - 1, 3)}
      rank={<Rank place={place} />}
      media={
        <Photo>
          <CategoryArt category={category} seed={id} />
        </Photo>
      }
      meta={
        <>
          <a href="#dish-cards">{at}</a> · 1.2 mi · $$
        </>
      }
      footer={
        <UpvoteButton
          count={count + (up ? 1 : 0)}
          pressed={up}
          own={place === 3}
          of={name}
          error={place === 4 ? 'That didn’t go through. Please try again.' : null}
          onPress={() => setUp(!up)}
        />
      }
    >
      {why && <ReadMore text={why} of={name} />}
      {place < 4 && (
        <Chips>
          <Tag>American</Tag>
          <Tag>Cheese</Tag>
        </Chips>
      )}
      {place < 3 && (
        <Row gap={2}>
          <Avatars people={people} />
          <small>Ann Olsen and 2 others</small>
        </Row>
      )}
    </Card>
  )
}

function Filter() {
  const [miles, setMiles] = useState<Distance>(defaultDistance)
  return (
    <Stack gap={4}>
      <StickyBar label="Where">
        <ChipLink to="#dish-cards">Minneapolis, MN, US</ChipLink>
        <ChipLink to="#dish-cards">20 mi</ChipLink>
        <ChipLink to="#dish-cards">Filter</ChipLink>
      </StickyBar>
      <Panel tight>
        <RadioGroup legend="Distance - mi" options={options} value={miles} onChange={setMiles} />
      </Panel>
      <DisclosurePanel summary="Click here to filter your choices" count={2}>
        <Chips columns label="Tags">
          {tags.map((tag, index) => (
            <CheckboxChip key={tag} defaultChecked={index < 2} disabled={index === 7}>
              {tag}
            </CheckboxChip>
          ))}
        </Chips>
      </DisclosurePanel>
    </Stack>
  )
}
