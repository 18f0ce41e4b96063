import { data } from 'react-router'
import type { GetHeadContent } from '#platform/web/head.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { ContestFacts, contestDescription } from './contest-facts.tsx'
import styles from './contest.module.css'
import type { Contest } from '../contract.ts'
import { OtherContests } from './others.tsx'

type Found = Contest & { others: Contest[] }

/** Loads the contest that the address names: 'contest1' for /contest1. */
export async function loader({ api, url }: LoaderArgs): Promise<Found> {
  const all = await api('GET /contests', {})
  const contest = all.find(({ slug }) => url.pathname === `/${slug}`)
  if (contest) return { ...contest, others: all.filter((one) => one !== contest) }
  throw data({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })
}

const head: GetHeadContent = ({ data: contest }) => ({
  title: (contest as Contest).title,
  description: contestDescription(contest as Contest),
})

export const handle: Handle = { head }

export function Component() {
  const contest = useScreenData<typeof loader>()
  const { id, title, others } = contest
  return (
    <Content width="list">
      <article className={styles.page}>
        <h1>{title}</h1>
        <ContestFacts contest={contest} />
        <p>
          <Link to={`/contests/${id}`} className="lone-link">
            Its entries and its drawing
          </Link>
        </p>
        <OtherContests contests={others} />
      </article>
    </Content>
  )
}
