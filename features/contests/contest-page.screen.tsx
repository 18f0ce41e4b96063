import type { Output } from '#platform/contract/wire.ts'
import type { HeadOf } from '#platform/web/head.tsx'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { useLoaded, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { Changes } from './changes.tsx'
import { ContestFacts, descriptionOf } from './contest-facts.tsx'
import styles from './contest.module.css'
import { DrawingSection } from './drawing/drawing-section.tsx'
import { OwnContest } from './own-contest.tsx'

type Found = Output<'GET /contests/:id'>

export const loader = async ({ api, params }: LoaderArgs): Promise<Found> =>
  api('GET /contests/:id', { id: idFromParam(params.id) })

const head: HeadOf = ({ data }) => {
  const contest = data as Found
  return {
    title: contest.title,
    description: descriptionOf(contest),
    // Older contests have their own address, which is the canonical one.
    ...(contest.slug ? { canonical: `/${contest.slug}` } : {}),
  }
}

export const handle: Handle = { head }

export function Component() {
  const contest = useLoaded<typeof loader>()
  return (
    <Content width="list">
      <article className={styles.page}>
        <h1>{contest.title}</h1>
        <ContestFacts contest={contest} />
        <OwnContest id={contest.id} />
        <DrawingSection contest={contest} />
        <Changes contest={contest} />
      </article>
    </Content>
  )
}
