import { data } from 'react-router'
import type { HeadOf } from '#platform/web/head.tsx'
import { Link } from '#platform/web/link.tsx'
import { useLoaded, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import styles from './contest.module.css'
import type { Contest } from './contract.ts'
import { dayInWords } from './dates.ts'

type Found = Contest & { others: Contest[] }

/** The contest named by the address: /contest1 shows 'contest1'. */
export async function loader({ api, url }: LoaderArgs): Promise<Found> {
  const all = await api('GET /contests', {})
  const contest = all.find(({ slug }) => url.pathname === `/${slug}`)
  if (contest) return { ...contest, others: all.filter((one) => one !== contest) }
  throw data({ code: 'not_found', message: 'There is nothing here.' }, { status: 404 })
}

const head: HeadOf = ({ data: contest }) => {
  const { title, prize, area, drawsOn, state } = contest as Contest
  const when = `drawn on ${dayInWords(drawsOn)}`
  return {
    title,
    description: `${prize}, for ${area}: ${state === 'past' ? `${when}. This contest is over.` : `save a favorite dish to take part; ${when}.`}`,
  }
}

export const handle: Handle = { head }

export function Component() {
  const { title, prize, area, eligibility, opensOn, drawsOn, state, others } =
    useLoaded<typeof loader>()
  const past = state === 'past'
  return (
    <Content width="list">
      <article className={styles.page}>
        <h1>{title}</h1>
        {past && (
          <Banner>
            This contest is over: it was drawn on {dayInWords(drawsOn)}, and the winner was notified
            by e-mail.
          </Banner>
        )}
        <p className={styles.prize}>{prize}</p>
        <dl className={styles.facts}>
          <div>
            <dt>For</dt>
            <dd>The community of {area}</dd>
          </div>
          <div>
            <dt>Who {past ? 'could' : 'can'} take part</dt>
            <dd>{eligibility}</dd>
          </div>
          {opensOn && (
            <div>
              <dt>Opens</dt>
              <dd>
                <time dateTime={opensOn}>{dayInWords(opensOn)}</time>
              </dd>
            </div>
          )}
          <div>
            <dt>Drawing</dt>
            <dd>
              <time dateTime={drawsOn}>{dayInWords(drawsOn)}</time>
            </dd>
          </div>
        </dl>
        <h2>{past ? 'How it worked' : 'How to take part'}</h2>
        {past ? (
          <ul className={styles.steps}>
            <li>Each favorite dish or drink saved at a restaurant there was one entry.</li>
            <li>A photo of it gave 4 extra entries.</li>
          </ul>
        ) : (
          <ol className={styles.steps}>
            <li>Save a favorite dish or drink at a restaurant there: that is one entry.</li>
            <li>Add a photo of it: 4 extra entries.</li>
            <li>The more favorites, the more entries. Delete one, and its entries go with it.</li>
          </ol>
        )}
        <p className={styles.ways}>
          <LinkButton to="/add-yolo">Add Your Favorites</LinkButton>
          <Link to="/contest_disclaimer_and_conditions">Disclaimer and conditions</Link>
        </p>
        {others.length > 0 && (
          <>
            <h2 id="others">Other contests</h2>
            <nav aria-labelledby="others">
              <ul className={styles.steps}>
                {others.map((one) => (
                  <li key={one.id}>
                    <Link to={`/${one.slug}`}>{one.title}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          </>
        )}
      </article>
    </Content>
  )
}
