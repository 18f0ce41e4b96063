import { parseId } from '#platform/text/id.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import type { Output } from '#platform/contract/wire.ts'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Tag } from '#platform/web/ui/list/chip.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { isViewerAdmin } from '#features/admin/frame/admin-is-here.ts'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { StatList } from '#features/admin/frame/figures.tsx'
import { dayText, dateTimeText } from '#features/admin/table/column.ts'
import { DecideAnswer } from './decide-answer.tsx'
import { DecideCluster } from './decide-cluster.tsx'
import { stateOf } from './texts.ts'
import css from './suspects.module.css'

export type Cluster = Output<'GET /admin/suspects/:id'>

export const loader = async ({ api, params, url }: LoaderArgs): Promise<Cluster | null> => {
  const page = parseId(url.searchParams.get('page')) ?? 1
  return isViewerAdmin()
    ? api('GET /admin/suspects/:id', { id: idFromParam(params.id), page })
    : null
}

export const handle: Handle = { title: 'Suspects', browserOnly: true }

export function Component() {
  const cluster = useScreenData<typeof loader>()
  return <AdminPage>{cluster && <Whole key={cluster.id} cluster={cluster} />}</AdminPage>
}

const titleOf = ({ kind, restaurant }: Cluster) =>
  kind === 'alike'
    ? 'Members who vote alike'
    : `${kind === 'votes' ? 'Votes for' : 'Reports against'} ${restaurant?.name}`

function Whole({ cluster }: { cluster: Cluster }) {
  const { id, score, reasons, networks, firstAct, lastAct, count, held } = cluster
  return (
    <>
      <PageHeader
        up={{ to: '/admin/queue?kind=suspects', label: 'Suspects in the queue' }}
        title={titleOf(cluster)}
      />
      <p className={css.states}>
        <Tag tone={cluster.closed ? 'basil' : 'warn'}>{stateOf(cluster)}</Tag>
        <Link to={`/admin/audit?subject=cluster+${id}`}>In the audit</Link>
      </p>
      <StatList
        figures={[
          ['Accounts', count],
          ['Held', held],
          ['Networks', networks],
          ['Suspicion, of 100', Math.round(score * 100)],
        ]}
      />
      <p>
        {dateTimeText(firstAct)} to {dateTimeText(lastAct)}
      </p>
      <DecideCluster cluster={cluster} />
      <section className={css.part}>
        <h2>Why</h2>
        <ul>
          {reasons.map(({ signal, words }) => (
            <li key={signal}>{words}.</li>
          ))}
        </ul>
      </section>
      <Dishes dishes={cluster.dishes} />
      <Answers cluster={cluster} />
      <Members members={cluster.members.filter((one) => !one.decidedBefore)} count={count} />
      <DecidedBefore cluster={cluster} />
    </>
  )
}

const Dishes = ({ dishes }: Pick<Cluster, 'dishes'>) => (
  <section className={css.part}>
    <h2>Whom they voted for</h2>
    {dishes.length === 0 && <p>Nobody.</p>}
    <ul>
      {dishes.map((dish) => (
        <li key={dish.id}>
          <Link to={`/dish/${dish.id}`}>{dish.name}</Link>, {dish.restaurantName}:{' '}
          {countWithNoun(dish.votes, 'vote')}. Place {dish.with} with them, {dish.without} without.
        </li>
      ))}
    </ul>
  </section>
)

const Answers = ({ cluster: { id, answers, nextPage } }: { cluster: Cluster }) =>
  answers.length > 0 && (
    <section className={css.part}>
      <h2>What they answer</h2>
      {answers.map((answer) => (
        <div key={`${answer.userId} ${answer.at}`} className={css.answer}>
          <blockquote>
            {answer.text}
            <footer>
              <Link to={`/admin/members/${answer.userId}`}>{answer.userName}</Link>,{' '}
              {dayText(answer.at)}
              {answer.held ? '' : ', held no more'}
            </footer>
          </blockquote>
          {answer.caseId && <DecideAnswer caseId={answer.caseId} name={answer.userName} />}
        </div>
      ))}
      {nextPage && <Link to={`/admin/suspects/${id}?page=${nextPage}`}>More answers</Link>}
    </section>
  )

const Members = ({ members, count }: Pick<Cluster, 'members' | 'count'>) => {
  if (members.length === 0) return null
  const listed = members.filter(({ beside }) => !beside).length
  return (
    <section className={css.part}>
      <h2>Who</h2>
      {count > listed && <p>The newest {listed}.</p>}
      <MemberList members={members} />
    </section>
  )
}

/** Lists the members about whom an admin has decided before, so that nobody thinks that a decision here is about them. */
function DecidedBefore({ cluster }: { cluster: Cluster }) {
  const { members, decidedBefore } = cluster
  if (decidedBefore === 0) return null
  const listed = members.filter((one) => one.decidedBefore)
  return (
    <section className={css.part}>
      <h2>Decided before</h2>
      <p>
        An admin has cleared or released {countWithNoun(decidedBefore, 'account')} of this cluster
        before, or decided that they stay held. No decision here is about them. A clearing is undone{' '}
        <Link to="/admin/queue?kind=suspects&state=decided">in the queue</Link>.
        {decidedBefore > listed.length && ` The newest ${listed.length}:`}
      </p>
      <MemberList members={listed} />
    </section>
  )
}

const MemberList = ({ members }: Pick<Cluster, 'members'>) => (
  <ul>
    {members.map((one) => (
      <li key={one.userId}>
        <Link to={`/admin/members/${one.userId}`}>{one.userName}</Link>, joined{' '}
        {dateTimeText(one.joinedAt)}, {countWithNoun(one.votes, 'vote')}
        {one.firstAt && `, the first thing ${dateTimeText(one.firstAt)}`}
        {one.verified ? '' : ', unverified'}
        {one.heldAt ? ', held' : ''}
        {one.beside ? ', beside them: no decision here is about them' : ''}
      </li>
    ))}
  </ul>
)
