import { useState } from 'react'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { ReadMore } from '#platform/web/ui/page/read-more.tsx'
import { CardSkeletons, Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import css from './dev-ui.module.css'

const nothing = () => undefined
const counted = { shown: 50, of: ['burger', 'burgers'], onMore: nothing } as const

function BannerAndToast() {
  const toast = useToast()
  const [passing, setPassing] = useState(0)
  const undo = { label: 'Undo', onPress: nothing }
  const shows: [string, () => void][] = [
    ['A passing banner', () => setPassing((times) => times + 1)],
    ['A toast', () => toast({ text: 'Link copied.', tone: 'good' })],
    ['With undo', () => toast({ text: 'You no longer follow Ann Olsen.', action: undo })],
    ['A bad one', () => toast({ text: 'Your vote didn’t go through.', tone: 'bad' })],
  ]
  return (
    <>
      <Stack gap={3}>
        <Banner>Please log in</Banner>
        <Banner tone="good">Your e-mail address is verified.</Banner>
        <Banner tone="warn" action={<Button size="small">Send again</Button>}>
          Check your e-mail to verify your address.
        </Banner>
        <Banner tone="bad">Network error!</Banner>
        <Banner key={passing} tone="good" seconds={1}>
          {passing > 0 && 'Sent. It goes by itself.'}
        </Banner>
      </Stack>
      <Row>
        {shows.map(([label, show]) => (
          <Button key={label} variant="secondary" onClick={show}>
            {label}
          </Button>
        ))}
      </Row>
    </>
  )
}

export const noticeExamples = {
  'Banner and toast': BannerAndToast,
  'Empty states': () => (
    <div className={css.columns}>
      <EmptyState
        art={<CategoryArt category={3} />}
        title="Help everyone find the BEST by saving one of your TOP 3 here!"
        action={<LinkButton to="#empty-states">Add Favorite</LinkButton>}
      />
      <EmptyState title="No yolos.">
        Save your first favorite, and it stands here for all to see.
      </EmptyState>
    </div>
  ),
  Skeletons: () => (
    <div className={css.columns}>
      <CardSkeletons />
      <Stack>
        <Skeleton shape="title" />
        <Skeleton lines={3} />
      </Stack>
    </div>
  ),
  'Read more and disclosure': () => (
    <div className={css.columns}>
      <ReadMore text="Short and sweet." />
      <ReadMore text="Long enough to go on past the second line on any screen there is, which is why it ends here with a way to read the rest of it, if one is still hungry for words after so many of them have gone by already." />
      <DisclosurePanel summary="Click here to filter your choices">
        <p>What it holds.</p>
      </DisclosurePanel>
    </div>
  ),
  'Load more': () => (
    <>
      <LoadMore {...counted} busy />
      <LoadMore {...counted} error="Network error!" />
      <LoadMore {...counted} shown={63} more={false} />
    </>
  ),
}
