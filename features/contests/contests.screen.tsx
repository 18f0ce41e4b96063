import { redirect } from 'react-router'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { contestPath } from './contest-facts.tsx'
import { ContestList } from './contest-list.tsx'
import styles from './contest.module.css'

/** Redirects to the open contest that closes soonest. If no contest is open, the page lists all of them. */
export async function loader({ api }: LoaderArgs) {
  const all = await api('GET /contests', {})
  const [next] = all
    .filter(({ state }) => state === 'open')
    .sort((a, b) => a.closesAt.localeCompare(b.closesAt))
  if (next) throw redirect(contestPath(next))
  return all
}

export const handle: Handle = {
  title: 'Contests',
  description: 'What there is to be won, and what was won.',
}

export function Component() {
  const all = useScreenData<typeof loader>()
  return (
    <Content width="list">
      <article className={styles.page}>
        <h1>Contests</h1>
        <p>{all.length === 0 ? 'There is no contest yet.' : 'No contest is open now.'}</p>
        <ContestList contests={all} />
      </article>
    </Content>
  )
}
