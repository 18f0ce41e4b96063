import {
  defaultDistance,
  type DistanceOption,
  distanceOptions,
} from '#domain/position/distances.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { useState } from 'react'
import { layoutOf } from '#features/items/dish-card.tsx'
import { Avatars } from '#platform/web/ui/avatar.tsx'
import { Card, Panel } from '#platform/web/ui/list/card.tsx'
import { CheckboxChip, ChipLink, Chips, Tag } from '#platform/web/ui/list/chip.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { List, Row, Stack, StickyBar, SidePanelLayout } from '#platform/web/ui/page/layout.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Rank } from '#platform/web/ui/list/rank.tsx'
import { ReadMore } from '#platform/web/ui/page/read-more.tsx'
import { UpvoteButton } from '#features/items/votes/upvote-button.tsx'

const long =
  'Two thin patties with the laciest edges in town, American cheese melted into every hole, pickles that bite back, and a bun that somehow holds it all together to the last mouthful. Get it with the onions. Then get another one.'

const dishes: [name: string, restaurant: string, upvotes: number, why: string][] = [
  ['Juicy Lucy', 'Matchbox Grill', 128, long],
  ['Double smash with onions', 'The Paper Plate', 97, long],
  [
    'Lamb burger with harissa and preserved lemon on a sesame bun',
    'Nokomis Table & Provisions Company',
    41,
    'Smoky, sour, gone in a minute.',
  ],
  ['Bacon blue', 'Corner Bar', 12, long],
  ['Green chile cheeseburger', 'Roadrunner', 3, ''],
  ['Veggie stack', 'Leaf & Ladle', 1, ''],
]

const people = [{ name: 'Ann Olsen' }, { name: 'Bo' }, { name: 'Chidi Eze' }]
const tags = 'American,Bacon,Cheese,Low sodium,Mushroom,Spicy,Turkey,Vegetarian'.split(',')
const options = distanceOptions.map((value) => ({ value, label: String(value) }))

export const dishCardExamples = {
  'Dish cards': () => (
    <SidePanelLayout side={<Filter />}>
      <Stack gap={4}>
        <List ordered label="Near by">
          {dishes.map(([name], index) => (
            <li key={name}>
              <Dish place={index + 1} />
            </li>
          ))}
        </List>
        <LoadMore shown={6} of={['burger', 'burgers']} onMore={() => undefined} />
      </Stack>
    </SidePanelLayout>
  ),
}

function Dish({ place }: { place: number }) {
  const [name, restaurant, count, why] = dishes[place - 1]!
  const id = 4100 + place
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
          <CategoryArt category={3} seed={id} />
        </Photo>
      }
      meta={
        <>
          <a href="#dish-cards">{restaurant}</a> · 1.2 mi · $$
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
  const [miles, setMiles] = useState<DistanceOption>(defaultDistance)
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
      <DisclosurePanel summary="Click here to filter your choices">
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
