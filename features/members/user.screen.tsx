import { ReportButton } from '#features/reporting/report-button.tsx'
import { largeAvatarUrl } from '#features/avatars/address.ts'
import { LogInPromptProvider, useAskToLogIn } from '#features/items/log-in-first.tsx'
import { useFollow } from '#features/follows/use-follow.ts'
import { usePendingTap } from '#features/sign-in/pending-tap.ts'
import { ExportLinks } from '#features/items/export-links.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { previewImage } from '#features/sharing/preview-image.ts'
import { profileSchema } from '#features/sharing/profile-schema.ts'
import { pluralize } from '#platform/text/plural.ts'
import type { GetHeadContent } from '#platform/web/head.tsx'
import { loadOrError, type LoadedOrError } from '#platform/web/api/or-error.ts'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { BlockMember } from './block-member.tsx'
import { FavoritesList } from './favorites-list.tsx'
import css from './members.module.css'

type Found = Output<'GET /users/:id'>

export const loader = ({ api, params }: LoaderArgs) =>
  loadOrError(() => api('GET /users/:id', { id: idFromParam(params.id) }), 404)

const head: GetHeadContent = ({ data: answer }) => {
  if ((answer as LoadedOrError<Found>).error !== null) return { title: 'Error', noindex: true }
  const { userName, items, verified } = answer as Found
  const title = `${userName}’s favorites`
  if (items.length === 0)
    return { title, description: `${userName} hasn’t saved any favorites yet.`, noindex: true }
  const best = items.slice(0, 3).map(({ itemName }) => itemName)
  return {
    title,
    description: `What ${userName} likes best: ${best.join(', ')}.`,
    ...previewImage(items),
    ...(verified ? { schema: profileSchema(answer as Found) } : { noindex: true }),
  }
}

export const handle: Handle = { head, personal: true }

export function Component() {
  const answer = useScreenData<typeof loader>()
  if (answer.error !== null)
    return (
      <Content width="list">
        <h1>Member</h1>
        <TryAgain message={answer.error} />
      </Content>
    )
  return (
    <LogInPromptProvider>
      <Member key={answer.id} member={answer} />
    </LogInPromptProvider>
  )
}

function Member({ member }: { member: Found }) {
  const { id, userName, bio, avatar, items, youBlocked } = member
  const { id: viewer } = useSession()
  const own = viewer === id
  const askToLogIn = useAskToLogIn()
  const follow = useFollow(id, member.youFollowed, { count: member.followersCount })
  return (
    <Content width="list">
      <Stack gap={5}>
        <header className={css.head}>
          <Avatar name={userName} src={largeAvatarUrl(id, userName, avatar)} size="large" />
          <div className={css.names}>
            <h1>
              <span translate="no">{userName}</span> PAGE
            </h1>
            <p className={css.counts}>
              <Counted count={follow.count} one="follower" many="followers" />
              {' · '}
              <Counted count={member.followingCount} one="following" many="following" />
            </p>
          </div>
          <div>
            {own ? (
              <LinkButton variant="secondary" to="/my-page">
                My Page
              </LinkButton>
            ) : (
              !youBlocked && <Follow userName={userName} follow={follow} />
            )}
          </div>
        </header>
        {bio && <p className={css.bio}>{bio}</p>}
        <FavoritesList items={items} />
        {viewer !== null && items.length > 0 && <ExportLinks to={`/users/${id}/export?`} />}
        {!own && (
          <div className={css.foot}>
            <ReportButton things={[{ kind: 'member', id, words: userName }]} ask={askToLogIn}>
              {`Report ${userName}`}
            </ReportButton>
            {viewer !== null && (
              <BlockMember
                userId={id}
                userName={userName}
                youBlocked={youBlocked}
                // If FOLLOW was tapped on this page, the values loaded after the block can equal those loaded before,
                // so they alone wouldn't change the switch.
                onBlocked={() =>
                  follow.learn({ on: false, count: follow.count - Number(follow.on) })
                }
              />
            )}
          </div>
        )}
      </Stack>
      <JumpToTop />
    </Content>
  )
}

function Follow({ userName, follow }: { userName: string; follow: ReturnType<typeof useFollow> }) {
  const { isLogged } = useSession()
  const askToLogIn = useAskToLogIn()
  usePendingTap({ ...follow, off: follow.on, text: `You follow ${userName} now.` })
  return (
    <>
      <Button
        variant={follow.on ? 'secondary' : 'primary'}
        aria-label={`${follow.on ? 'Unfollow' : 'Follow'} ${userName}`}
        type="submit"
        form="log-in-first"
        onClick={(event) => {
          event.preventDefault()
          if (isLogged) follow.flip()
          else askToLogIn(`Log in to follow ${userName}.`, follow.flip, follow.about)
        }}
      >
        {follow.on ? 'UNFOLLOW' : 'FOLLOW'}
      </Button>
      <p role="alert" className="problem">
        {follow.error && 'Failed to update follow state'}
      </p>
    </>
  )
}

const Counted = ({ count, one, many }: { count: number; one: string; many: string }) => (
  <span>
    <strong>{count}</strong> {pluralize(count, one, many)}
  </span>
)
