import type { Output } from '#platform/contract/wire.ts'
import type { GetHeadContent } from '#platform/web/head.tsx'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { ContestChangeLog } from './changes.tsx'
import { ContestFacts, contestDescription } from './contest-facts.tsx'
import styles from './contest.module.css'
import type { Contest } from '../contract.ts'
import { DrawingSection } from '../drawing/drawing-section.tsx'
import { OtherContests } from './others.tsx'
import { OwnContest } from './own-contest.tsx'

type Found = Output<'GET /contests/:id'> & { others: Contest[] }

export async function loader({ api, params }: LoaderArgs): Promise<Found> {
  const id = idFromParam(params.id)
  const [contest, all] = await Promise.all([
    api('GET /contests/:id', { id, entries: 'false' }),
    api('GET /contests', {}),
  ])
  return { ...contest, others: all.filter((one) => one.id !== id) }
}

const head: GetHeadContent = ({ data }) => {
  const contest = data as Found
  return {
    title: contest.title,
    description: contestDescription(contest),
    // Older contests have their own address, which is the canonical one.
    ...(contest.slug ? { canonical: `/${contest.slug}` } : {}),
  }
}

export const handle: Handle = { head }

export function Component() {
  const contest = useScreenData<typeof loader>()
  return (
    <Content width="list">
      <article className={styles.page}>
        <h1>{contest.title}</h1>
        <ContestFacts contest={contest} />
        <OwnContest contest={contest} />
        <DrawingSection contest={contest} />
        <ContestChangeLog contest={contest} />
        <OtherContests contests={contest.others} />
      </article>
    </Content>
  )
}
