import { CategoryArt } from '#features/categories/category-art.tsx'
import { avatarOf } from '#features/avatars/address.ts'
import { sourcesOf } from '#features/photos/names.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import type { NoticeLine } from './contract.ts'
import css from './notice.module.css'
import { agoText, phrases, linkOf, whoText } from './line-texts.ts'

/** Shows one line: who did what, when, to which dish. */
export function Notice({ line, now }: { line: NoticeLine; now: number }) {
  const { item, people, time } = line
  const [first] = people
  return (
    <Link to={linkOf(line)} className={css.notice} data-unread={line.unread || undefined}>
      <Avatar name={whoText(line)} src={first && avatarOf(first.userId, first.userName)} />
      <span className={css.words}>
        {line.unread && <span className="visually-hidden">Unread: </span>}
        <span>
          <strong>{whoText(line)}</strong> {phrases[line.kind]}
          {item && (
            <>
              {' '}
              <strong>{line.kind === 'closed' ? item.restaurantName : item.itemName}</strong>
            </>
          )}
        </span>
        <span className={css.more}>
          {item && (line.kind === 'closed' ? `${item.itemName} · ` : `${item.restaurantName} · `)}
          <time dateTime={time}>{agoText(time, now)}</time>
        </span>
      </span>
      {item && (
        <span className={css.picture}>
          <Photo
            photo={item.photo && sourcesOf(item.photo.image, item.photo.colour)}
            sizes="3.5rem"
            shape="square"
          >
            <CategoryArt category={item.categoryId} seed={item.id} />
          </Photo>
        </span>
      )}
    </Link>
  )
}
