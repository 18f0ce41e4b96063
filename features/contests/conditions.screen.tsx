import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { entriesPerPhoto } from './entries.ts'
import styles from './contest.module.css'
import type { Contest } from './contract.ts'
import { contestPath } from './contest-facts.tsx'
import { formatDay } from './dates.ts'

export const loader = ({ api }: LoaderArgs) => api('GET /contests', {})

export const handle: Handle = {
  title: 'Contest disclaimer and conditions',
  description: 'Who can take part in our contests, what counts as an entry, and how one wins.',
}

export function Component() {
  const all = useScreenData<typeof loader>()
  return (
    <Content width="list">
      <article className={styles.page}>
        <h1>Contest disclaimer and conditions</h1>
        <ul className={styles.steps}>
          <li>
            To take part, save at least one favorite item of the contest’s area, categories and
            dates: each is one entry, and {entriesPerPhoto} more once it has a photo.
          </li>
          <li>Nothing has to be bought, and buying something doesn’t raise the odds.</li>
          <li>
            Entries are counted by account, one account for each person. Deleting a favorite
            withdraws its entries. Breaking the <Link to="/terms">terms of use</Link> excludes from
            contests.
          </li>
          <li>
            Entries count if the member has verified an e-mail address and said once that they may
            take part. Our own staff can’t win. The list of entries is stored at the closing.
          </li>
          <li>
            A public value that is published after the closing decides which entry wins, so that
            anyone can check the drawing on the contest’s page. The odds depend on how many entries
            there are.
          </li>
          <li>
            The winner is notified by e-mail at the address of the account. If a prize can’t be
            awarded, another winner is drawn, and the contest’s page says why.
          </li>
          <li>Taxes on a prize are the winner’s. A prize can’t be exchanged for cash.</li>
          <li>
            Apple and the makers of other prizes neither sponsor our contests nor have a part in
            them.
          </li>
          <li>Void where prohibited.</li>
        </ul>
        <h2>The contests</h2>
        {all.map((contest) => (
          <section key={contest.id} aria-labelledby={`contest-${contest.id}`}>
            <h3 id={`contest-${contest.id}`}>
              <Link to={contestPath(contest)} className="lone-link">
                {contest.title}
              </Link>
              {contest.state === 'open' && <span className={styles.open}> · Open</span>}
            </h3>
            <p>{conditionsOf(contest)}</p>
          </section>
        ))}
      </article>
    </Content>
  )
}

function conditionsOf(contest: Contest): string {
  const { prize, drawsOn, eligibility, state } = contest
  const day = formatDay(drawsOn)
  if (contest.entryCount === 0)
    return `${prize}, not awarded: nobody took part. Open to: ${eligibility}. This contest is over.`
  return state === 'past'
    ? `${prize}, awarded ${day}. Open to: ${eligibility}. One favorite item was required. This contest is over.`
    : `${prize}, to be awarded ${day}. Open to: ${eligibility}. One favorite item is required.`
}
