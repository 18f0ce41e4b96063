import { ReportButton } from '#features/reporting/report-button.tsx'
import type { Reportable } from '#features/reporting/report-dialog.tsx'
import { avatarUrl } from '#features/avatars/address.ts'
import type { Card } from '#features/items/contract.ts'
import { useDateText } from '#features/items/dates.ts'
import { useAskToLogIn } from '#features/items/log-in-first.tsx'
import { toPhotoSource } from '#features/photos/names.ts'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { useMorePages } from '#platform/web/ui/list/use-more-pages.ts'
import { Photo } from '#platform/web/ui/photo.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import { useLoad } from '#platform/web/api/use-load.ts'
import css from './savers.module.css'

type Saved = Output<'GET /items/:id/yolos'>
type Yolo = Saved['yolos'][number]

/** Lists everyone who saved a dish and why, 20 at a time. */
export function DishSavers({ dish, saved }: { dish: Card; saved: Saved }) {
  const { load, busy, error } = useLoad('GET /items/:id/yolos')
  const first = { entries: saved.yolos, next: saved.cursor }
  const { entries, added, next, loadMore, propsOf } = useMorePages<Yolo, string>(
    first,
    async (cursor) => {
      const { data } = await load({ id: dish.id, cursor })
      return data ? { entries: data.yolos, next: data.cursor } : null
    },
  )
  if (entries.length === 0) return null
  return (
    <section id="reasons" className={css.reasons} aria-labelledby="reasons-title">
      <h2 id="reasons-title">Saved by {countWithNoun(dish.yoloCount, 'member')}</h2>
      <ul className={css.list}>
        {entries.map((yolo) => (
          <li key={yolo.id} {...propsOf(yolo.id)} className={css.reason}>
            <Reason yolo={yolo} dish={dish} />
          </li>
        ))}
      </ul>
      {(next !== null || added.length > 0) && (
        <LoadMore
          shown={entries.length}
          of={['member', 'members']}
          more={next !== null}
          busy={busy}
          error={error?.message ?? null}
          to={next && `/dish/${dish.id}?cursor=${encodeURIComponent(next)}#reasons`}
          onMore={() => !busy && void loadMore()}
        />
      )}
    </section>
  )
}

function Reason({ yolo, dish }: { yolo: Yolo; dish: Card }) {
  const { id: viewer } = useSession()
  const ask = useAskToLogIn()
  const dateText = useDateText()
  const { userId, userName, description, image, imageColor, createdAt } = yolo
  const photo = { kind: 'photo', id: yolo.id, words: `The photo of ${userName}` } as const
  const text = { kind: 'text', id: yolo.id, words: `The words of ${userName}` } as const
  const posted: Reportable[] = [...(image ? [photo] : []), ...(description ? [text] : [])]
  return (
    <>
      {/* The photo at the top of the page isn't repeated here. */}
      {image && image !== dish.photo?.image && (
        <div className={css.photo}>
          <Photo
            photo={toPhotoSource(image, imageColor)}
            alt={`${dish.name}, as ${userName} had it`}
            sizes="(min-width: 60rem) 20rem, 100vw"
          />
        </div>
      )}
      {description && <p className={css.words}>{description}</p>}
      <p className={css.by}>
        <Avatar name={userName} src={avatarUrl(userId, userName)} size="small" />
        <Link to={`/user/${userId}`} translate="no">
          {userName}
        </Link>
        <time dateTime={createdAt}>{dateText(createdAt)}</time>
        {userId !== viewer && posted.length > 0 && (
          <span className={css.report}>
            <ReportButton things={posted} ask={ask} flag>
              {`Report what ${userName} posted`}
            </ReportButton>
          </span>
        )}
      </p>
    </>
  )
}
