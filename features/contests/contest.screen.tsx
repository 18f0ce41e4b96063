import { data } from 'react-router'
import type { GetHeadContent } from '#platform/web/head.tsx'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { ContestFacts, contestDescription, contestPath } from './contest-facts.tsx'
import { ContestList } from './contest-list.tsx'
import styles from './contest.module.css'
import type { Contest } from './contract.ts'
import { OwnContest } from './own-contest.tsx'

type Found = Contest & { others: Contest[] }

/** Loads the contest that the address names: by its id, or 'contest1' for /contest1. */
export async function loader({ api, params, url }: LoaderArgs): Promise<Found> {
  const all = await api('GET /contests', {})
  const contest = params.id
    ? await api('GET /contests/:id', { id: idFromParam(params.id) })
    : all.find(({ slug }) => url.pathname === `/${slug}`)
  if (!contest)
    throw data({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })
  return { ...contest, others: all.filter(({ id }) => id !== contest.id) }
}

const head: GetHeadContent = ({ data: contest }) => ({
  title: (contest as Contest).title,
  description: contestDescription(contest as Contest),
  canonical: contestPath(contest as Contest),
})

export const handle: Handle = { head }

export function Component() {
  const contest = useScreenData<typeof loader>()
  return (
    <Content width="list">
      <article className={styles.page}>
        <h1>{contest.title}</h1>
        <ContestFacts contest={contest} />
        <OwnContest id={contest.id} />
        {contest.others.length > 0 && (
          <>
            <h2 id="others">Other contests</h2>
            <nav aria-labelledby="others">
              <ContestList contests={contest.others} />
            </nav>
          </>
        )}
      </article>
    </Content>
  )
}
