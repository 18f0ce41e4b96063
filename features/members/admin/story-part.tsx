import { toPhotoSource } from '#features/photos/names.ts'
import { statusText } from '#platform/web/api/status-text.ts'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Tag } from '#platform/web/ui/list/chip.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import { useState } from 'react'
import { adminMemberPath } from '#features/admin/links/member.ts'
import { adminItemPath, adminRestaurantPath } from '#features/admin/links/listed.ts'
import { dateTimeText } from '#features/admin/table/column.ts'
import { createListCall, useListPages } from '#features/admin/table/use-list-pages.ts'
import { storyMarkText, storyListTitles, storyLineText } from './story-texts.ts'
import css from './members.module.css'
import type { StoryListName } from './parts.ts'

type List = Output<'GET /admin/members/:id/:part'>
type StoryLine = List['rows'][number]

const further = createListCall('GET /admin/members/:id/:part', ({ rows }) => rows)

/** One list of the story. Shows the newest lines, and loads the others on request. */
export function StoryList({ id, part, list }: { id: number; part: StoryListName; list: List }) {
  const [all, setAll] = useState(false)
  const source = useListPages(further, all ? { id, part } : null)
  const { rows = list.rows, error, more, loading } = source
  const title = `part-${part}`
  const waiting = all && !source.rows
  return (
    <section className={css.part} aria-labelledby={title}>
      <h2 id={title}>{storyListTitles[part]}</h2>
      <ul className={css.lines}>
        {rows.map((line) => (
          <Line key={`${line.at} ${line.key}`} part={part} line={line} />
        ))}
      </ul>
      {error ? (
        <TryAgain message={statusText(error)} onRetry={source.again} busy={source.stale} />
      ) : (
        (all ? more || waiting : list.cursor !== null) && (
          <Button
            variant="secondary"
            size="small"
            busy={loading || waiting}
            onClick={() => (all ? source.loadMore() : setAll(true))}
          >
            More
            <span className="visually-hidden"> of {storyListTitles[part]}</span>
          </Button>
        )
      )}
    </section>
  )
}

function Line({ part, line }: { part: StoryListName; line: StoryLine }) {
  const { at, what, thing, member, words, answer, marks, image } = line
  const text = storyLineText(part, what)
  return (
    <li className={css.line}>
      {image && (
        <div className={css.picture}>
          <Photo
            photo={toPhotoSource(`${image}.jpg`)}
            alt={`Of ${thing?.name ?? 'a dish'}`}
            sizes="5rem"
          />
        </div>
      )}
      <div className={css.text}>
        <p>
          {text}
          {text && thing && ': '}
          {thing && <Link to={wayTo(thing)}>{thing.name}</Link>}
          {thing?.restaurant && `, ${thing.restaurant}`}
          {member && (
            <>
              {thing || text ? ' · ' : ''}
              <Link to={adminMemberPath(member)}>{member.userName}</Link>
            </>
          )}
        </p>
        {words && <p className={css.words}>{words}</p>}
        {answer && <blockquote className={css.words}>{answer}</blockquote>}
        <p className={css.states}>
          <time dateTime={at} className={css.at}>
            {dateTimeText(at)}
          </time>
          {marks.map((mark) => (
            <Tag key={mark}>{storyMarkText(mark)}</Tag>
          ))}
        </p>
      </div>
    </li>
  )
}

const wayTo = ({ kind, id, name }: NonNullable<StoryLine['thing']>) =>
  ({
    item: () => adminItemPath(id, name),
    restaurant: () => adminRestaurantPath(id, name),
    member: () => adminMemberPath({ id }),
    contest: () => `/admin/contests/${id}`,
  })[kind]()
